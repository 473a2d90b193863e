import type { Bound } from "../database/bound.ts";
import { type Context, readChecked, readInParts } from "../engine/index.ts";
import { idTextsOf } from "./links.ts";

/** Reads what belongs to any number of items: from a file in parts, elsewhere in one round trip. */
export const readOfItems = <Row>(
  context: Context,
  ids: readonly number[],
  bind: (ids: string) => Bound<Row>,
  partMax?: number,
): Promise<readonly Row[]> =>
  readInParts(
    context.executor,
    ids,
    async (some) => {
      const bound = idTextsOf(some).map(bind);
      const results = await readChecked(context, bound);
      return results.flatMap((rows, index) => rows.map(bound[index]!.row));
    },
    partMax,
  );
