import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "@asbuilt/core";
import { asbuilt, root } from "@asbuilt/tests/processes";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { residentMiB } from "@asbuilt/tests/resident";
import { fileOfD1, plantOf, serveD1, serveFile, type Service } from "../services.ts";
import { collectorOf } from "./garbage.ts";
import type { Sent } from "./wire.ts";

/** A service that stands for requests, with the small plant of the demo in it. */
export interface Target {
  readonly service: Service;
  /** The file of its database. */
  readonly database: string;
  readonly keys: Readonly<Record<Role, string>>;
  /** The administrator's key and its user, without which all else would be refused. */
  readonly own: { readonly keyId: number; readonly userId: number };
  /** Whether a request comes to the service as it is sent. */
  readonly isReachedBy: (request: Sent) => boolean;
  /** What its process holds of the machine's memory: on Node, of what it still needs. */
  readonly memoryMiB: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** The runtimes, each with what starts the service on it. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  node: () =>
    startTarget(async (folder) => {
      const database = join(folder, "plant.db");
      const service = await serveFile(database, {
        // Where one address tries all kinds of keys, it would soon be kept off.
        ASBUILT_FAILURES_PER_ADDRESS: "0",
        // V8 would take all that the machine has before it collects garbage: so a leak ends it.
        NODE_OPTIONS: "--max-old-space-size=128 --inspect=127.0.0.1:0",
      });
      const collector = await collectorOf(service.process);
      return {
        service: {
          ...service,
          stop: async () => {
            // The end of a process waits for whoever inspects it.
            collector.close();
            await service.stop();
          },
        },
        database,
        memoryMiB: async () => {
          await collector.collect();
          return residentMiB(service.process.child.pid);
        },
        isReachedBy: () => true,
      };
    }),
  worker: () =>
    startTarget(async (folder) => {
      const service = await serveD1(folder);
      return {
        service,
        database: fileOfD1(folder),
        // wrangler starts another workerd when a source changes.
        memoryMiB: async () => residentMiB(workerdOf(service.process.child.pid!)),
        isReachedBy: passesWrangler,
      };
    }),
};

type Started = Omit<Target, "keys" | "own" | "stop">;

/** The proxy before a local Worker answers 500 by itself where it can't make an address. */
const passesWrangler = ({ path, headers }: Sent): boolean =>
  /^\/(?!\/)/.test(path) && !headers.some(([name]) => name === "Host" || name === "Upgrade");

async function startTarget(start: (folder: string) => Promise<Started>): Promise<Target> {
  const { folder, remove } = scratchFolder();
  const target = await start(folder);
  const { service } = target;
  const stop = async () => {
    await service.stop();
    remove();
  };
  try {
    await importDemo(service);
    const own = await administratorOf(service);
    const keys = await keysByRole(service);
    return { ...target, keys, own, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function importDemo({ address, key }: Service): Promise<void> {
  const demo = join(root, "seed/demo");
  const { status, stderr } = await asbuilt(["import", demo, "--url", address, "--key", key]);
  if (status !== 0) throw new Error(`The demo was not imported.\n${stderr}`);
}

async function administratorOf(service: Service): Promise<Target["own"]> {
  const [{ id: keyId, userID: userId }] = await plantOf(service).done(
    "post",
    "/api/ApiKey/List",
    {},
  );
  return { keyId, userId };
}

/** The administrator's own key, and one of each lesser role. */
async function keysByRole(service: Service): Promise<Target["keys"]> {
  const plant = plantOf(service);
  const { id: userID } = await plant.done("put", "/api/User/Upsert", { name: "Stranger" });
  const keyOf = async (role: Role): Promise<string> =>
    (await plant.done("post", "/api/ApiKey/Create", { name: role, userID, role })).key;
  return {
    viewer: await keyOf("viewer"),
    operator: await keyOf("operator"),
    engineer: await keyOf("engineer"),
    admin: service.key,
  };
}

/** The process of the Workers runtime among those that a process has started. */
function workerdOf(pid: number): number | undefined {
  if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd") return pid;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  for (const child of children === "" ? [] : children.split(" ")) {
    const found = workerdOf(Number(child));
    if (found !== undefined) return found;
  }
  return undefined;
}
