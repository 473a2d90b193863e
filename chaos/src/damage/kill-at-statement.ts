// Preloaded into a process: kills it just before a statement runs.
import Database from "libsql";

const last = Number(process.env["STATEMENTS_BEFORE_KILL"]);
let statements = 0;
const commits: number[] = [];

// oxlint-disable-next-line typescript/unbound-method -- Reflect.apply calls it as a method.
Database.prototype.prepare = new Proxy(Database.prototype.prepare, {
  apply: (prepare, database, args) => {
    if (statements === last) process.kill(process.pid, "SIGKILL");
    if (args[0] === "COMMIT") commits.push(statements);
    statements++;
    return Reflect.apply(prepare, database, args);
  },
});

process.once("exit", () =>
  process.stderr.write(`${statements} statements, COMMIT at ${commits.join()}\n`),
);
