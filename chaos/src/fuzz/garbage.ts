import { once } from "node:events";
import { type Running, until } from "@asbuilt/tests/processes";

/** Makes a Node process collect its garbage. */
export interface Collector {
  readonly collect: () => Promise<void>;
  readonly close: () => void;
}

/**
 * Connects to a process that was started with `--inspect`. The garbage that V8 keeps depends on the
 * load of the machine, so only the memory after a collection shows a leak.
 */
export async function collectorOf(process: Running): Promise<Collector> {
  const address = () => /ws:\/\/\S+/.exec(process.printed.stderr)?.[0];
  await until(() => address() !== undefined, process);
  const socket = new WebSocket(address()!);
  await once(socket, "open");
  return {
    collect: async () => {
      const answered = once(socket, "message");
      socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
      const [{ data }] = (await answered) as [MessageEvent<string>];
      if (JSON.parse(data).error) throw new Error(`The garbage was not collected: ${data}`);
    },
    close: () => socket.close(),
  };
}
