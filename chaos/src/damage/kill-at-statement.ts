// Loaded into a process before its own code: kills it just as a statement is to run.
import Database from "libsql";

const last = Number(process.env["STATEMENTS_BEFORE_KILL"]);
let statements = 0;
const commits: number[] = [];

// oxlint-disable-next-line typescript/unbound-method -- It is called as a method again below.
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
