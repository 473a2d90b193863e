import Database from "libsql";

/** Watches a database file from outside for changed rows. */
export class Watch {
  private readonly now: Database.Database;
  /** Stays in a transaction, and so sees the database as of its start. */
  private readonly before: Database.Database;
  private readonly versionQuery: Database.Statement;
  private version: number;

  constructor(path: string) {
    this.now = new Database(path, { readonly: true, timeout: 60_000 });
    this.before = new Database(path, { readonly: true, timeout: 60_000 });
    // The version changes with each commit of another connection that wrote.
    this.versionQuery = this.now.prepare("pragma data_version").raw();
    this.version = this.versionNow();
    this.begin();
  }

  /** Returns the tables whose rows changed since the last call of this method or `accept`. */
  changed(): readonly string[] {
    if (this.versionNow() === this.version) return [];
    // A group of commands that were rolled back one by one can still write pages.
    const before = tableTexts(this.before);
    const now = tableTexts(this.now);
    this.accept();
    return Object.keys(now).filter((table) => now[table] !== before[table]);
  }

  /** Takes the current rows as the state to compare with. */
  accept(): void {
    const version = this.versionNow();
    if (version === this.version) return;
    this.version = version;
    this.before.exec("commit");
    this.begin();
  }

  close(): void {
    this.now.close();
    this.before.close();
  }

  private begin(): void {
    this.before.exec("begin");
    // The first statement of the transaction fixes the state that it sees.
    this.before.prepare("select count(*) from sqlite_schema").all();
  }

  private versionNow(): number {
    // The pragma returns one row with one number.
    const [version] = this.versionQuery.get() as [number];
    return version;
  }
}

/** The tables that the service writes without a request. It notes the use of keys each minute. */
const ownTables = new Set([
  "api_key_use",
  "seal",
  "session_use",
  "webhook_delivery",
  "webhook_progress",
]);

/** Reads the rows of every table as text. */
function tableTexts(database: Database.Database): Record<string, string> {
  // D1 keeps its own tables in the same database.
  const ours = "select name from sqlite_schema where type = 'table' and substr(name, 1, 1) <> '_'";
  const tables = (database.prepare(ours).raw().all() as [string][]).map(([name]) => name);
  return Object.fromEntries(
    tables
      .filter((table) => !ownTables.has(table))
      .map((table) => {
        const rows = database.prepare(`select * from "${table}"`).raw().all() as unknown[][];
        const isCount = table === "sqlite_sequence";
        return [table, JSON.stringify(rows.filter(([of]) => !(isCount && of === "seal")))];
      }),
  );
}
