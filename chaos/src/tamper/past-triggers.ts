import type Database from "libsql";

/** Runs edits without the triggers, which are as before when it returns. */
export function editedPast<Result>(database: Database.Database, edit: () => Result): Result {
  database.exec("pragma foreign_keys = off");
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger'")
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  const result = edit();
  for (const { sql } of triggers) {
    database.exec(sql.replace("CREATE TRIGGER", "create trigger if not exists"));
  }
  return result;
}
