import { join } from "node:path";
import type { Chance } from "@asbuilt/tests/chance";
import { patiently } from "@asbuilt/tests/patiently";
import type { Answer } from "@asbuilt/tests/requests";
import { type Entry, expectAsAnswered } from "../kill/ledger.ts";
import { makeScene } from "../kill/operations.ts";
import { type NodeService, plantOf, serveFile } from "../services.ts";
import { anyTwins, entryOfTwins, sendTwin, type Twin, twinsOf } from "./twins.ts";

/** The number of keys in flight when the service is killed. */
const keysBeforeKill = 24;

/** The results of the kills. */
export interface Killed {
  readonly kills: number;
  readonly keys: number;
  /** Unanswered requests that were sent again after the restart. */
  readonly repeated: number;
  /** Writes that took effect before the kill without a response. */
  readonly foundDone: number;
}

/** Repeatedly kills a service on a file while twins are in flight, and sends them again. */
export async function killAmongTwins(
  folder: string,
  chance: Chance,
  kills: number,
): Promise<Killed> {
  const path = join(folder, "killed.db");
  let service: NodeService = await serveFile(path);
  try {
    const { scene, atFirst } = await makeScene(plantOf(service));
    const entries: Entry[] = [];
    let repeated = 0;
    let foundDone = 0;
    for (let kill = 0; kill < kills; kill++) {
      const all = Array.from({ length: keysBeforeKill }, (_, index) =>
        anyTwins(scene, chance, `killed-${kill}-${index}`),
      );
      const twins = all.flatMap(twinsOf);
      const answers = await untilKilled(service, twins, chance.below(twins.length));
      service = await serveFile(path);
      const lost = twins.filter((twin) => !answers.has(twin.name));
      const again = await Promise.all(
        lost.map((twin) => patiently(() => sendTwin(plantOf(service), twin))),
      );
      repeated += lost.length;
      for (const [index, { name }] of lost.entries()) answers.set(name, again[index]!);
      for (const of of all) {
        const own = of.names.map((name) => answers.get(name)!);
        entries.push(entryOfTwins(of, own));
        // Every response is a replay, so the write took effect before the kill.
        if (own.every(({ headers }) => headers.has("Idempotency-Replayed"))) foundDone++;
      }
    }
    await expectAsAnswered(service, atFirst, entries);
    return { kills, keys: entries.length, repeated, foundDone };
  } finally {
    await service.kill();
  }
}

/** Sends all twins together, and kills the service after some responses. Returns them. */
async function untilKilled(
  service: NodeService,
  twins: readonly Twin[],
  answersBefore: number,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const sent = twins.map(async (twin) => {
    const answer = await sendTwin(plantOf(service), twin).catch(() => undefined);
    // A request that was refused as `overloaded` counts as unanswered.
    if (answer && answer.body.code !== "overloaded") answers.set(twin.name, answer);
    if (answers.size > answersBefore) resolve();
  });
  await Promise.race([enough, Promise.all(sent)]);
  await service.kill();
  await Promise.all(sent);
  return answers;
}
