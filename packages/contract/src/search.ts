import * as z from "zod";
import { filledBytes, nameStart } from "./fields.ts";
import { okResponse } from "./responses.ts";
import { ruleText, schema } from "./schema.ts";

const searchRule = {
  [ruleText]:
    "Not case sensitive, by full Unicode case folding: `strasse` finds `Straße`. `%` and `_` stand " +
    "for themselves, and an accent is part of its letter.",
};

/** The beginning of a text of a record: the field `text` of a search. */
export const searchText = (of: string) =>
  nameStart(400)
    .optional()
    .meta({ description: `The beginning of ${of}.`, ...searchRule });

/** The beginning of a text of a record, which must not be empty. */
export const filledSearchText = (of: string) =>
  nameStart(400, 1).meta({ description: `The beginning of ${of}.`, ...searchRule });

/** A pattern for a text of a record. D1 takes no longer one. */
export const likeText = (of: string, isIndexed = true) =>
  filledBytes(50)
    .optional()
    .meta({
      description: `A pattern of ${of}: \`%\` stands for any text, also none.`,
      [ruleText]:
        "Not case sensitive. `_` and every other character stand for themselves. " +
        (isIndexed
          ? "The text before the first `%` finds the records by an index. Without such a text, each " +
            "record is tested, at most 100,000 a page."
          : "No index has it: each record is tested, at most 100,000 a page."),
    });

const Count = schema(
  "Count",
  "The number of matching records. Counting ends at 1,000, or when it has tested 100,000 records.",
  () =>
    z.object({
      count: z.int().meta({ description: "The number of matching records, at most 1,000." }),
      isCapped: z.boolean().meta({
        description: "Whether counting ended early. There can then be more than `count`.",
      }),
    }),
);

/** The number of matching records, and what it counts to. */
export const countFields = () => Count().shape;

/** The response of a count. */
export const counted = () =>
  okResponse(Count(), "The number of matching records.", { count: 3, isCapped: false });
