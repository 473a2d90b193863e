import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Contender, Figures } from "./contender.ts";
import { endProcess, serverCore, startPinned } from "./pinned.ts";
import type { Work } from "../in-process/work.ts";

const runner = fileURLToPath(new URL("../in-process/main.ts", import.meta.url));

/** Work without HTTP, in a process of its own on the server's core. */
export async function inProcess(name: string, work: Work, core = serverCore): Promise<Contender> {
  const child = startPinned(core, [runner, JSON.stringify(work)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  const ended = once(child, "exit").then((): never => {
    throw new Error(`${name} has ended.`);
  });
  // At the end nobody waits for it.
  ended.catch(() => {});
  return {
    name,
    stop: () => endProcess(child),
    round: async (seconds, seed) => {
      child.send({ seconds, seed });
      const [figures] = await Promise.race([once(child, "message"), ended]);
      // The runner answers each round with its figures.
      return figures as Figures;
    },
  };
}
