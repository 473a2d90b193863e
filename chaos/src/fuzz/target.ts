import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "@asbuilt/contract";
import { asbuilt, root } from "@asbuilt/tests/processes";
import { scratchFolder } from "@asbuilt/tests/scratch";
import { residentMiB } from "@asbuilt/tests/resident";
import { fileOfD1, plantOf, serveD1, serveFile, type Service } from "../services.ts";
import { collectorOf } from "./garbage.ts";
import type { Sent } from "./wire.ts";

/** A service under attack, with the demo plant in it. */
export interface Target {
  readonly service: Service;
  /** The path of its database file. */
  readonly database: string;
  readonly keys: Readonly<Record<Role, string>>;
  /** The administrator's key and user. Without them every request would be refused. */
  readonly own: { readonly keyId: number; readonly userId: number };
  /** Returns whether a request reaches the service unchanged. */
  readonly isReachedBy: (request: Sent) => boolean;
  /** Returns the resident memory of its process: on Node, after a garbage collection. */
  readonly memoryMiB: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts the service, by runtime. */
export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  node: () =>
    startTarget(async (folder) => {
      const database = join(folder, "plant.db");
      const service = await serveFile(database, {
        // One address with many bad keys would soon be blocked.
        ASBUILT_FAILURES_PER_ADDRESS: "0",
        // V8 uses the memory of the machine before it collects garbage. A limit lets a leak end it.
        NODE_OPTIONS: "--max-old-space-size=128 --inspect=127.0.0.1:0",
      });
      const collector = await collectorOf(service.process);
      return {
        service: {
          ...service,
          stop: async () => {
            // A process does not exit while a debugger is connected.
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
        // wrangler starts a new workerd when a source changes, so its pid is read each time.
        memoryMiB: async () => residentMiB(workerdOf(service.process.child.pid!)),
        isReachedBy: passesWrangler,
      };
    }),
};

type Started = Omit<Target, "keys" | "own" | "stop">;

/** The proxy before a local Worker returns 500 itself if it can't make a URL of a request. */
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

/** Returns the administrator's key and a new key of each other role. */
async function keysByRole(service: Service): Promise<Target["keys"]> {
  const plant = plantOf(service);
  const { id: userID } = await plant.done("put", "/api/User/Upsert", { name: "Stranger" });
  const keyOf = async (role: Role): Promise<string> =>
    (await plant.done("post", "/api/ApiKey/Create", { name: role, userID, role })).key;
  return {
    viewer: await keyOf("viewer"),
    operator: await keyOf("operator"),
    stores: await keyOf("stores"),
    quality: await keyOf("quality"),
    engineer: await keyOf("engineer"),
    admin: service.key,
  };
}

/** Finds the workerd process among the descendants of a process. */
function workerdOf(pid: number): number | undefined {
  if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd") return pid;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  for (const child of children === "" ? [] : children.split(" ")) {
    const found = workerdOf(Number(child));
    if (found !== undefined) return found;
  }
  return undefined;
}
