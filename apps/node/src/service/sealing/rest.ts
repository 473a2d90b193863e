import { logReach } from "@asbuilt/core";
import { remoteExecutor } from "@asbuilt/core/database";
import {
  clientOf,
  type OpenDatabase,
  openDatabase,
  requireCurrentFile,
  shown,
} from "../../database/database.ts";
import { reasonOf } from "../../terminal/user-error.ts";
import { hasKey, type SealingConfiguration } from "./key.ts";
import { sealingOf } from "./sealing.ts";

/**
 * Seals what no seal covers by now, by the key with which the database is served, also beside a
 * service. Answers a line that says for what no seal vouches, and why; undefined where all is sealed,
 * or the first key is yet to be made.
 */
export async function sealRest(
  configuration: SealingConfiguration,
  database: OpenDatabase,
): Promise<string | undefined> {
  const { executor } = database;
  let rows = "";
  try {
    const { last, sealed } = await logReach(executor);
    if (sealed >= last) return undefined;
    // Nothing is sealed before the first start: whoever serves may have another key than is made here.
    if (sealed === 0 && !hasKey(configuration)) return undefined;
    rows = `the last ${last - sealed} rows of `;
    const sealing = await sealingOf(configuration, database);
    if (!sealing) throw new Error("ASBUILT_SEAL_KEY is not set");
    try {
      // A seal that a power cut takes away is made again.
      await database.load(async () => {
        // Of two that seal at once one writes nothing, and the other may have read fewer rows.
        do await sealing.seal();
        while ((await logReach(executor)).sealed < last);
      });
    } finally {
      await sealing.close();
    }
    return undefined;
  } catch (error) {
    return `${shown(configuration.database.url)}: no seal vouches for ${rows}the log: ${reasonOf(error)}`;
  }
}

/** The same of a file that may be damaged, or of another schema: it is sealed as it is or not. */
export async function sealRestOfFile(
  configuration: SealingConfiguration,
): Promise<string | undefined> {
  try {
    await requireCurrentFile(configuration.database);
    const database = openDatabase(configuration.database);
    try {
      return await sealRest(configuration, database);
    } finally {
      database.close();
    }
  } catch (error) {
    return `${shown(configuration.database.url)}: it was not sealed: ${reasonOf(error)}`;
  }
}

/** How many of the last rows of the log of a copy no seal covers. */
export async function unsealedIn(path: string): Promise<number> {
  const client = clientOf({ url: `file:${path}` });
  try {
    const { last, sealed } = await logReach(remoteExecutor(client));
    return last - sealed;
  } finally {
    client.close();
  }
}
