// The usual stack as a Worker, of which only the start is measured.
import { type AnyD1Database, drizzle } from "drizzle-orm/d1";
import { usualApp } from "./app.ts";
import type { Db } from "./queries.ts";

export default {
  fetch(request: Request, { DB }: { DB: AnyD1Database }): Response | Promise<Response> {
    // D1 has no transaction that could read before it writes.
    const db = drizzle(DB) as unknown as Db;
    return usualApp(db, (work) => work(db)).fetch(request);
  },
};
