/** A CPU profile as V8 writes it; times are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** In microseconds on the clock of `process.hrtime`. */
  readonly startTime: number;
  readonly samples: readonly number[];
  /** The time from the start to the first sample, then from sample to sample. */
  readonly timeDeltas: readonly number[];
}

/** A time window on the clock of `process.hrtime`, in microseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

type Frame = ProfileNode["callFrame"];

/** A layer and its frames. The innermost frame with a layer decides. */
type Layer = readonly [name: string, has: (frame: Frame) => boolean];

const inFile = (pattern: RegExp) => (frame: Frame) => pattern.test(frame.url);
const named = (pattern: RegExp) => (frame: Frame) => pattern.test(frame.functionName);

/** The layers of the service. The first match in this order decides. */
const layers: readonly Layer[] = [
  ["garbage collection", named(/^\(garbage collector\)$/)],
  ["database: statements, commits and waiting for the disk", inFile(/\/libsql\//)],
  ["authentication", inFile(/http\/src\/admission\/authenticate/)],
  ["strict JSON", inFile(/body\/(strict-json|json-)/)],
  ["key folding", inFile(/body\/(canonical-keys|known-keys)/)],
  ["zod", inFile(/\/zod\//)],
  ["request and operation ids", inFile(/\/uuid(v7\/|\.ts$)/)],
  [
    "reading the body, parameters and headers",
    inFile(/http\/src\/(endpoint|body\/(params-step|step))/),
  ],
  ["mapping to the wire", inFile(/http\/src\/(records|handlers)\//)],
  ["decide", inFile(/(\.rules|\/allocate|\/share|\/rules\/|\/values\/)/)],
  [
    "write: statements and the log's JSON",
    inFile(/engine\/(write-|change-log|stored|assertions|changes)/),
  ],
  ["binding statements, mapping rows", inFile(/core\/src\/database\/(bound|query|rows|statement)/)],
  ["queue, engine", inFile(/core\/src\//)],
  ["stringify and Hono", inFile(/\/hono\//)],
  [
    "adapter from node:http to Request and Response",
    inFile(/node-server|undici|webstreams|internal\/deps/),
  ],
  ["node:http, sockets, streams, timers", inFile(/^node:/)],
  ["app and log", inFile(/(http|node)\/src\//)],
];
const rest = "the event loop and time without a frame";
const skipped = named(/^\((idle|root)\)$/);

/** Returns the time of each layer within the windows, in microseconds. */
export function timeByLayer(profile: CpuProfile, windows: readonly Window[]): Map<string, number> {
  const isMeasured = (at: number) => windows.some(({ from, to }) => from <= at && at < to);
  const layerOf = layerFinder(profile);
  const times = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    at += profile.timeDeltas[index]!;
    // A sample counts for the time until the next sample.
    const time = profile.timeDeltas[index + 1] ?? 0;
    if (time < 0 || !isMeasured(at)) continue;
    const layer = layerOf(id);
    if (layer !== undefined) times.set(layer, (times.get(layer) ?? 0) + time);
  }
  return times;
}

/** Returns a function that finds the layer of a node, or undefined if the process was idle. */
function layerFinder({ nodes }: CpuProfile): (id: number) => string | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((id) => [id, node.id])),
  );
  const found = new Map<number, string | undefined>();
  const find = (id: number): string | undefined => {
    if (skipped(byId.get(id)!.callFrame)) return undefined;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)!.callFrame;
      const layer = layers.find(([, has]) => has(frame));
      if (layer) return layer[0];
    }
    return rest;
  };
  return (id) => {
    if (!found.has(id)) found.set(id, find(id));
    return found.get(id);
  };
}
