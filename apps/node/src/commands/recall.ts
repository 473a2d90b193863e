import type { RecallQuestion } from "../recall/asking.ts";
import { recallAt } from "../recall/fan-out.ts";
import { findingsOf, isIncomplete, itemsAsCsv, linesOf } from "../recall/output.ts";
import { readPlantsFile } from "../recall/plants-file.ts";
import { plantClient } from "../plants/client.ts";
import { complain, print, UserError } from "../terminal/messages.ts";

export interface RecallOptions {
  /** The file of the plants that are asked. */
  readonly plants: string;
  readonly batch?: string;
  readonly serial?: string;
  readonly delivery?: string;
  readonly product?: string;
  readonly includeRemoved?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/**
 * `asbuilt recall --plants FILE`: prints the affected items of all plants. Returns 1 if a plant did not
 * answer, or does not know that it sent a unit: then items can be missing.
 */
export async function recall(options: RecallOptions): Promise<number> {
  const question = questionOf(options);
  if (options.json && options.csv) throw new UserError("Give --json or --csv, not both.", 2);
  const plants = readPlantsFile(options.plants).map(({ name, address, key }) => ({
    name,
    address,
    client: plantClient(address, key),
  }));
  const result = await recallAt(plants, question);
  if (options.json) print(JSON.stringify(result));
  else if (options.csv) process.stdout.write(await itemsAsCsv(result));
  else for (const line of linesOf(result, plants)) print(...line);
  for (const finding of findingsOf(result)) complain(finding);
  const isLess = isIncomplete(result);
  if (isLess) complain("Items can be missing from this recall.");
  return isLess ? 1 : 0;
}

function questionOf(options: RecallOptions): RecallQuestion {
  const { batch, serial, delivery, product, includeRemoved } = options;
  if ([batch, serial, delivery, product].every((one) => one === undefined)) {
    throw new UserError(
      "Name the recalled material: --batch, --serial, --delivery or --product.",
      2,
    );
  }
  return {
    ...(batch !== undefined && { batchNo: batch }),
    ...(serial !== undefined && { visualSerialNo: serial }),
    ...(delivery !== undefined && { deliveryNo: delivery }),
    ...(product !== undefined && { productName: product }),
    ...(includeRemoved && { includeRemoved }),
  };
}
