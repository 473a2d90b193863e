import { logReach } from "@asbuilt/core";
import { remoteExecutor } from "@asbuilt/core/database";
import { clientOf } from "../../database/client.ts";
import { type OpenDatabase, openDatabase } from "../../database/database.ts";
import { shownUrl } from "../../database/location.ts";
import { requireCurrentFile } from "../../database/migrate.ts";
import { errorLineOf } from "../../terminal/messages.ts";
import { hasKey, type SealingConfiguration } from "./key.ts";
import { sealingOf } from "./sealing.ts";

/**
 * Seals the unsealed rows by the key of the service, which can be running. Returns a line that says
 * which rows no seal covers, and why; undefined if all are sealed, or the first key does not exist
 * yet.
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
    // Not before the first start: the service can have another key than one created here.
    if (sealed === 0 && !hasKey(configuration)) return undefined;
    rows = `the last ${last - sealed} rows of `;
    const sealing = await sealingOf(configuration, database);
    if (!sealing) throw new Error("ASBUILT_SEAL_KEY is not set");
    try {
      // A seal that is lost in a power cut is made again.
      await database.load(async () => {
        // If two processes seal together, one writes nothing, and the other can lack new rows.
        do await sealing.seal();
        while ((await logReach(executor)).sealed < last);
      });
    } finally {
      await sealing.close();
    }
    return undefined;
  } catch (error) {
    const url = shownUrl(configuration.database.url);
    return `${url}: no seal covers ${rows}the change log: ${errorLineOf(error)}`;
  }
}

/** Does the same for a file that can be damaged or of another schema: then it is not sealed. */
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
    return `${shownUrl(configuration.database.url)}: it was not sealed: ${errorLineOf(error)}`;
  }
}

/** Counts the last rows of a copy's change log that no seal covers. */
export async function unsealedIn(path: string): Promise<number> {
  const client = clientOf(`file:${path}`);
  try {
    const { last, sealed } = await logReach(remoteExecutor(client));
    return last - sealed;
  } finally {
    client.close();
  }
}
