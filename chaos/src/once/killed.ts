import { join } from "node:path";
import type { Chance } from "@asbuilt/tests/chance";
import { patiently } from "@asbuilt/tests/patiently";
import type { Answer } from "@asbuilt/tests/requests";
import { type Entry, expectAsAnswered } from "../kill/ledger.ts";
import { makeScene } from "../kill/operations.ts";
import { compileCacheIn } from "../kill/victim.ts";
import { type NodeService, plantOf, serveFile } from "../services.ts";
import { anyTwins, entryOfTwins, sendTwin, type Twin, twinsOf } from "./twins.ts";

/** How many keys are under way when the service is killed. */
const keysBeforeKill = 24;

/** What the kills came to. */
export interface Killed {
  readonly kills: number;
  readonly keys: number;
  /** Requests that were never answered, and were sent again after the restart. */
  readonly repeated: number;
  /** Writes that had taken effect before the kill, of which no answer had told that. */
  readonly foundDone: number;
}

/** Kills a service on a file again and again while twins are under way; then sends them again. */
export async function killAmongTwins(
  folder: string,
  chance: Chance,
  kills: number,
): Promise<Killed> {
  const path = join(folder, "killed.db");
  let service: NodeService = await serveFile(path, compileCacheIn(folder));
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
      service = await serveFile(path, compileCacheIn(folder));
      const lost = twins.filter((twin) => !answers.has(twin.name));
      const again = await Promise.all(
        lost.map((twin) => patiently(() => sendTwin(plantOf(service), twin))),
      );
      repeated += lost.length;
      for (const [index, { name }] of lost.entries()) answers.set(name, again[index]!);
      for (const of of all) {
        const own = of.names.map((name) => answers.get(name)!);
        entries.push(entryOfTwins(of, own));
        // Nobody was answered that it was done: it had been when the service was killed.
        if (own.every(({ headers }) => headers.has("Idempotency-Replayed"))) foundDone++;
      }
    }
    await expectAsAnswered(service, atFirst, entries);
    return { kills, keys: entries.length, repeated, foundDone };
  } finally {
    await service.kill();
  }
}

/** Sends twins all at once to a service that is killed after so many answers; answers those. */
async function untilKilled(
  service: NodeService,
  twins: readonly Twin[],
  answersBefore: number,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const sent = twins.map(async (twin) => {
    const answer = await sendTwin(plantOf(service), twin).catch(() => undefined);
    // What was refused for the crowd has not been answered.
    if (answer && answer.body.code !== "overloaded") answers.set(twin.name, answer);
    if (answers.size > answersBefore) resolve();
  });
  await Promise.race([enough, Promise.all(sent)]);
  await service.kill();
  await Promise.all(sent);
  return answers;
}
