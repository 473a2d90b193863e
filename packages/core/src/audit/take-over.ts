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
}

/** The anchors of a take-over: the one that is given up, and the one that is kept from then on. */
export interface TakenOver {
  readonly before: KeptAnchor | undefined;
  readonly after: KeptAnchor | undefined;
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
}

// The request's key has this user, so the user exists.
const decide = (
  { users }: RowsOf<ReturnType<typeof load>>,
  { userId, comment, kept }: Inputs,
): Decision => ({ asserts: [], user: users.find(({ id }) => id === userId)!, comment, kept });

const write = ({ user: by, comment, kept }: Decision) => [
  claim("User", by, { action: "tookOver", comment, detail: { anchor: kept } }),
];

const logTakeOver = verb({
  conflicts: { of: ["Audit/TakeOver"], claims: { User: "of the request's key" } },
  load,
  decide,
  write,
  answer: (): undefined => undefined,
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
    const before = await store?.read().catch(() => undefined);
    await logTakeOver(context, { comment, userId: context.principal.userId, kept: before });
    const newest = await newestSeal(context.executor);
    const after = newest && toKept(newest);
    await store?.write(after ?? emptyAnchor);
    return { before, after };
  },
  { conflicts: logTakeOver.conflicts },
);
