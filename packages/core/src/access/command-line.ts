import { type Executor, type Logged, rowsOf } from "../database/executor.ts";
import { create, execute, type Principal, service } from "../engine/index.ts";
import { ownUser } from "./own-user.ts";

const commandLineItself = {
  suid: "COMMAND-LINE",
  suidKey: "command-line",
  name: "Command line",
  nameKey: "command line",
  description: "Whoever runs the command line on the machine of the database",
  isActive: true,
};

const commandLineUser = ownUser(commandLineItself);

/**
 * Who acts from the command line, on a database that is at hand: a user of that name and no key.
 * Whoever can open the database needs none. The user is created when it is first needed, and
 * nothing is written where it is there.
 */
export async function commandLine(executor: Executor, now: () => number): Promise<Principal> {
  const [known] = await rowsOf(executor, commandLineUser());
  if (known) return principalOf(known.id);
  const context = { executor, principal: service, requestId: "command-line", now };
  return execute(context, ensureUser, undefined);
}

const principalOf = (userId: number): Principal => ({
  keyId: service.keyId,
  userId,
  role: "admin",
});

interface EnsureUserDecision {
  readonly asserts: readonly [];
  readonly userId: number | undefined;
}

const ensureUser = {
  load: () => ({ users: commandLineUser() }),
  decide: ({ users }: { users: { id: number }[] }): EnsureUserDecision => ({
    asserts: [],
    userId: users[0]?.id,
  }),
  write: ({ userId }: EnsureUserDecision) =>
    userId === undefined ? [create("User", commandLineItself, { action: "created" })] : [],
  answer: ({ userId }: EnsureUserDecision, logged: readonly Logged[]): Principal =>
    principalOf(userId ?? logged[0]!.id),
};
