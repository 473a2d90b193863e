import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Contender, Figures } from "./contender.ts";
import { endProcess, serverCore, startPinned } from "./pinned.ts";
import type { Work } from "../in-process/work.ts";

const runner = fileURLToPath(new URL("../in-process/main.ts", import.meta.url));

/** Starts a process on the server's core that does the work without HTTP. */
export async function inProcess(name: string, work: Work, core = serverCore): Promise<Contender> {
  const child = startPinned(core, [runner, JSON.stringify(work)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  const ended = once(child, "exit").then((): never => {
    throw new Error(`The process of ${name} ended.`);
  });
  // After the last round nothing awaits this promise.
  ended.catch(() => {});
  return {
    name,
    stop: () => endProcess(child),
    round: async (seconds, seed) => {
      child.send({ seconds, seed });
      const [figures] = await Promise.race([once(child, "message"), ended]);
      // The runner sends only figures after each round.
      return figures as Figures;
    },
  };
}
