import { gt, sql } from "drizzle-orm";
import type { Executor } from "../database/executor.ts";
import { given, query } from "../database/query.ts";
import { attachment } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import type { Content } from "./store.ts";

/** A content that rows name, with the first of these. */
export interface NamedContent extends Content {
  readonly id: number;
}

/** The contents of one read. A bucket lists 1,000 objects together. */
const contentsMax = 1000;

const after = statement(() =>
  query
    .select({
      id: sql<number>`min(${attachment.id})`.mapWith(Number),
      sha256: attachment.sha256,
      size: sql<number>`max(${attachment.size})`.mapWith(Number),
    })
    .from(attachment)
    .where(gt(attachment.sha256, given("after")))
    .groupBy(attachment.sha256)
    .orderBy(attachment.sha256)
    .limit(sql.placeholder("rows")),
);

/** Yields all contents that the record names, each once, in the order of their digests. */
export async function* namedContents(
  executor: Pick<Executor, "read" | "isLocal" | "listRows" | "yieldToOthers">,
): AsyncGenerator<readonly NamedContent[]> {
  const rows = executor.isLocal ? executor.listRows : contentsMax;
  for (let last = ""; ;) {
    const bound = after({ after: last, rows });
    // oxlint-disable-next-line no-await-in-loop -- each read begins where the one before ended
    const [found] = await executor.read([bound]);
    const contents = found!.map(bound.row);
    if (contents.length === 0) return;
    yield contents;
    last = contents.at(-1)!.sha256;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}
