// The usual stack as a Worker. Only its start is measured.
import { type AnyD1Database, drizzle } from "drizzle-orm/d1";
import { usualApp } from "./app.ts";
import type { Db } from "./queries.ts";

export default {
  fetch(request: Request, { DB }: { DB: AnyD1Database }): Response | Promise<Response> {
    // Both drivers run the same queries. D1 has no transaction that reads before it writes.
    const db = drizzle(DB) as unknown as Db;
    return usualApp(db, (work) => work(db)).fetch(request);
  },
};
