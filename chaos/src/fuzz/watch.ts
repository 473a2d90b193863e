import Database from "libsql";

/** Watches a database file from outside: whether what it holds has changed. */
export class Watch {
  private readonly now: Database.Database;
  /** Stays in a transaction, and so sees what the database held when it was begun. */
  private readonly before: Database.Database;
  private readonly versionQuery: Database.Statement;
  private version: number;

  constructor(path: string) {
    this.now = new Database(path, { readonly: true, timeout: 5000 });
    this.before = new Database(path, { readonly: true, timeout: 5000 });
    // It moves with each commit of another connection that has written anything.
    this.versionQuery = this.now.prepare("pragma data_version").raw();
    this.version = this.versionNow();
    this.begin();
  }

  /** The tables of which the rows have changed since `accept`, or since it was asked last. */
  changed(): readonly string[] {
    if (this.versionNow() === this.version) return [];
    // A group of commands that were rolled back one by one may write pages all the same.
    const before = tableTexts(this.before);
    const now = tableTexts(this.now);
    this.accept();
    return Object.keys(now).filter((table) => now[table] !== before[table]);
  }

  /** Looks no further back than to what the database holds now. */
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
    // The transaction sees the database as it is at its first statement.
    this.before.prepare("select count(*) from sqlite_schema").all();
  }

  private versionNow(): number {
    // The pragma answers one row of one number.
    const [version] = this.versionQuery.get() as [number];
    return version;
  }
}

/** What the service writes by itself, whatever it is asked. */
const ownTables = new Set(["seal", "webhook_delivery", "webhook_progress"]);

/** Every table's rows, as text. */
function tableTexts(database: Database.Database): Record<string, string> {
  // D1 keeps tables of its own beside ours.
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
