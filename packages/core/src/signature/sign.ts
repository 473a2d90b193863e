import type { Logged } from "../database/executor.ts";
import {
  type Assertion,
  type Attribution,
  type Context,
  create,
  isRecorded,
  readRows,
  relyOn,
  type RowsOf,
  storedFields,
  verb,
} from "../engine/index.ts";
import { checkPin, type Identified } from "../pin/check.ts";
import { userChangedMeanwhile } from "../pin/refusal.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { newestTime } from "../session/limits.ts";
import { freshMinutes, isFresh } from "../session/fresh.ts";
import { sessionsById } from "../session/session.ts";
import { foldedNames } from "../rules/named.ts";
import type { Sha256 } from "../values/digest.ts";
import {
  meaningsByKey,
  readRecordToSign,
  type RecordToSign,
  signersById,
  type SignedReference,
} from "./facts.ts";
import { requireMeaning } from "./meaning.rules.ts";
import { type Signature, signedNouns } from "./signature.ts";

export interface SignInput extends SignedReference {
  /** The SUID or the name of a meaning. Case is ignored. */
  readonly meaning: string;
  readonly comment?: string | null | undefined;
  /** The PIN of the caller's user. Without it, the session must be fresh. */
  readonly pin?: string | undefined;
}

/** A request to sign with what it is known by: its caller, and the digest of the signed revision. */
interface SignedInput extends Omit<SignInput, "pin"> {
  readonly userId: number;
  /** The role of the key. */
  readonly role: string;
  /** Whether the signer acts at the station of the key. */
  readonly isActing: boolean;
  readonly sessionId: number | undefined;
  /** The user whose PIN was right; undefined without a PIN. */
  readonly identified: Identified | undefined;
  /** Whether it was done under its name before: then nothing is decided again. */
  readonly isDone: boolean;
  /** Undefined if the record has no such revision. */
  readonly digest: string | undefined;
}

const load = (inputs: readonly SignedInput[]) => {
  // It can't be combined with others: it has no `advance`.
  const [input] = inputs as [SignedInput];
  return {
    records: readRecordToSign(input),
    meanings: meaningsByKey({ keys: foldedNames([input.meaning]) }),
    newest: newestTime(),
    sessions: sessionsById({ ids: JSON.stringify([input.sessionId ?? 0]) }),
    signers: signersById({ ids: JSON.stringify([input.userId]) }),
  };
};

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly signature: Signature;
}

/**
 * Decides a signature. Refuses `sign_in_again`, `not_found`, `stale_revision` and `inactive`. A
 * signature relies on the revision that it signs: a change of the record meanwhile refuses it.
 */
function decide(
  { records, meanings, newest, sessions, signers }: RowsOf<ReturnType<typeof load>>,
  input: SignedInput,
  { at }: Attribution,
): Decision {
  // The PIN of a repeated request was not checked again. Its record was still there just now.
  if (input.isDone) throw userChangedMeanwhile();
  if (!input.identified) requireFreshSignIn(sessions[0], at, newest[0]?.at ?? 0);
  const { id, revNo } = requireCurrentRecord(records[0]!, input);
  const meaning = requireMeaning(meanings, input.meaning);
  const signer = signers[0];
  if (!signer) throw new Refusal("unauthorized", "The caller is no user.");
  // A change of the user since can be one of the PIN that was found right.
  if (input.identified && signer.revNo !== input.identified.revNo) throw userChangedMeanwhile();
  return {
    asserts: [[input.entity, id, revNo], relyOn("SignatureMeaning", meaning)],
    signature: {
      id: 0,
      revNo: 1,
      entity: input.entity,
      entityId: id,
      signedRevNo: revNo,
      // The log holds each revision of a record that exists.
      digest: input.digest!,
      meaningId: meaning.id,
      meaning: meaning.name,
      userId: signer.id,
      signer: signer.name,
      roles: rolesOfSigner(input, signer.roles),
      method: input.identified ? "pin" : "session",
      at,
      comment: input.comment ?? null,
      covers: true,
    },
  };
}

/**
 * The role of the key, or the roles of the user where the key goes beyond them. A person who acts at a
 * station has their own roles.
 */
function rolesOfSigner(
  { role, isActing }: Pick<SignedInput, "role" | "isActing">,
  ofUser: readonly string[] | null,
): readonly string[] {
  if (ofUser === null || (!isActing && ofUser.includes(role))) return [role];
  return ofUser;
}

/** Refuses (`sign_in_again`) a request without a session, or with one that is not fresh. */
function requireFreshSignIn(
  session: { readonly createdAt: number } | undefined,
  at: number,
  newest: number,
): void {
  if (!session) {
    throw refusalAt(
      "sign_in_again",
      "/pin",
      "A key alone does not sign: send `pin`, or exchange the key for a session (Session/Create) and sign " +
        `within ${freshMinutes} minutes.`,
    );
  }
  if (isFresh(session.createdAt, at, newest)) return;
  throw refusalAt(
    "sign_in_again",
    "/pin",
    `The session began more than ${freshMinutes} minutes ago: send \`pin\`, or sign in again and sign ` +
      `within ${freshMinutes} minutes.`,
  );
}

/** Returns the record to sign. Refuses `not_found`, and `stale_revision` with the present revision. */
function requireCurrentRecord(
  { id, revNo, isGone }: RecordToSign,
  { entity, id: byId, visualSerialNo, orderNo, revNo: read }: SignedReference,
): { readonly id: number; readonly revNo: number } {
  const noun = signedNouns[entity];
  if (id === null || revNo === null || isGone) {
    const [pointer, named] =
      visualSerialNo !== undefined
        ? ["/visualSerialNo", `the serial ${visualSerialNo}`]
        : orderNo !== undefined
          ? ["/orderNo", `the number ${orderNo}`]
          : ["/id", `the id ${byId}`];
    throw refusalAt("not_found", pointer, `No ${noun.toLowerCase()} has ${named}.`);
  }
  if (read === revNo) return { id, revNo };
  const detail = `${noun} ${id} is at revision ${revNo}.`;
  throw refusalAt("stale_revision", "/revNo", detail, { current: { id, revNo } });
}

const write = ({ signature }: Decision) => [
  create("Signature", storedFields("Signature", signature), {
    action: "signed",
    comment: signature.comment,
  }),
];

const answer = ({ signature }: Decision, [signed]: readonly Logged[]): Signature => ({
  ...signature,
  id: signed!.id,
});

const signing = verb({
  conflicts: {
    of: ["Signature/Sign"],
    claims: { Signature: "created" },
    asserts: {
      BatchHold: "if it is signed",
      BomVersion: "likewise",
      MaterialItem: "likewise",
      Product: "likewise",
      WorksOrder: "likewise",
      SignatureMeaning: "",
    },
  },
  load,
  decide,
  write,
  answer,
});

/**
 * Signs one revision of a record, as the user of the request. The signature names the digest of that
 * revision's row of the log. Refuses what `checkPin` refuses of a PIN.
 */
export const signRecord = Object.assign(
  async (context: Context, { pin, ...input }: SignInput, sha256: Sha256): Promise<Signature> => {
    const { userId, role, sessionId, isActing = false } = context.principal;
    const isDone = pin !== undefined && (await isRecorded(context));
    const identified =
      pin === undefined || isDone ? undefined : await checkPin(context, { userID: userId, pin });
    const [found] = await readRows(context, readRecordToSign(input));
    // Rows of the log never change: the digest is still that of the revision when it is signed.
    const text = found?.text;
    const digest = text == null ? undefined : await sha256(text, "base64url");
    const caller = { userId, role, sessionId, isActing };
    return signing(context, { ...input, ...caller, identified, isDone, digest });
  },
  { conflicts: signing.conflicts },
);
