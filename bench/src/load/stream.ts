// Reads a whole list and prints its figures as JSON. Argument: the port of the service.
import { request } from "node:http";
import { performance } from "node:perf_hooks";
import { adminKey } from "../plant/workload.ts";

/** The figures of reading a list to its end. */
export interface StreamFigures {
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly bytes: number;
  readonly records: number;
}

const marker = '"visualSerialNo":';

function readList(port: number, search = ""): Promise<StreamFigures> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    let firstByteMs = 0;
    let [bytes, records] = [0, 0];
    let last = "";
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: `/api/MaterialItem/List${search}`,
        headers: { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/json" },
      },
      (answer) => {
        answer.setEncoding("latin1");
        answer.on("data", (part: string) => {
          firstByteMs ||= performance.now() - start;
          bytes += part.length;
          // A marker can span two parts, so the possible start of one is kept.
          const text = last + part;
          records += text.split(marker).length - 1;
          last = text.slice(-(marker.length - 1));
        });
        answer.on("error", reject);
        answer.on("end", () => {
          if (!last.endsWith("]")) return reject(new Error("The list has no closing bracket."));
          resolve({ firstByteMs, totalMs: performance.now() - start, bytes, records });
        });
      },
    );
    sent.on("error", reject);
    sent.end("{}");
  });
}

const port = Number(process.argv[2]);
// The first requests of a process are slow for reasons of its own, not of the service.
for (let i = 0; i < 5; i++) await readList(port, "?limit=1");
process.stdout.write(JSON.stringify(await readList(port)));
