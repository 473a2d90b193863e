import { inArray } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { user } from "../database/schema/index.ts";
import { claim, type Context, type Revision, type RowsOf, verb } from "../engine/index.ts";
import { type AnchorStore, emptyAnchor, type KeptAnchor, toKept } from "../seal/kept-anchor.ts";
import { newestSeal } from "../seal/make.ts";

export interface TakeOverInput {
  /** Why the record is accepted as it is. */
  readonly comment: string;
}

interface Inputs extends TakeOverInput {
  readonly userId: number;
  /** The anchor that the record need not follow any more. */
  readonly kept: KeptAnchor | undefined;
  /** The newest seal, which it follows from then on. */
  readonly after: KeptAnchor | null;
}

/** The anchors of a take-over: the one that is given up, and the one that is kept from then on. */
export interface TakenOver {
  readonly before: KeptAnchor | null;
  readonly after: KeptAnchor | null;
}

const usersById = statement(() =>
  query
    .select({ id: user.id, revNo: user.revNo })
    .from(user)
    .where(inArray(user.id, each("ids"))),
);

const load = (inputs: readonly Inputs[]) => ({
  users: usersById({ ids: JSON.stringify(inputs.map(({ userId }) => userId)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly user: Revision;
  readonly comment: string;
  readonly kept: KeptAnchor | undefined;
  /** Former versions did not record it. */
  readonly after?: KeptAnchor | null;
}

// The request's key has this user, so the user exists.
const decide = (
  { users }: RowsOf<ReturnType<typeof load>>,
  { userId, ...input }: Inputs,
): Decision => ({ asserts: [], user: users.find(({ id }) => id === userId)!, ...input });

const write = ({ user: by, comment, kept }: Decision) => [
  claim("User", by, { action: "tookOver", comment, detail: { anchor: kept } }),
];

const logTakeOver = verb({
  conflicts: { of: ["Audit/TakeOver"], claims: { User: "of the request's key" } },
  load,
  decide,
  write,
  answer: ({ kept, after }: Decision) => ({ before: kept ?? null, after }),
});

/**
 * Accepts the record as it is, with a reason: the change log says who did that and why, and the
 * record need not follow the anchor that was kept before. Findings about past times, up to then, are
 * accepted with it.
 */
export const takeOver = Object.assign(
  async (
    context: Context,
    { comment }: TakeOverInput,
    store: AnchorStore | undefined,
  ): Promise<TakenOver> => {
    // A place that can't be read is no reason to refuse: the take-over mends it.
    const kept = await store?.read().catch(() => undefined);
    const seal = await newestSeal(context.executor);
    const newest = seal ? toKept(seal) : null;
    const { userId } = context.principal;
    const taken = await logTakeOver(context, { comment, userId, kept, after: newest });
    const { before, after = newest } = taken;
    // A repetition completes the take-over if that was cut off, and takes over nothing since.
    if (kept?.hash === before?.hash) await store?.write(after ?? emptyAnchor);
    return { before, after };
  },
  { conflicts: logTakeOver.conflicts },
);
