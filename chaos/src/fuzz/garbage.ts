import { once } from "node:events";
import { type Running, until } from "@asbuilt/tests/processes";

/** Has a process of Node collect its garbage. */
export interface Collector {
  readonly collect: () => Promise<void>;
  readonly close: () => void;
}

/**
 * The collector of a process that was started with `--inspect`. How much garbage V8 keeps depends on
 * how busy the machine is: only what is left after it was collected tells of a leak.
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
