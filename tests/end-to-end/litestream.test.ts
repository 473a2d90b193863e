import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import {
  configureLitestream,
  hasLitestream,
  litestreamFor,
  newestIn,
  pathWithLitestream,
} from "./litestream.ts";
import { asbuilt, serveAsbuilt, start, stop, temporaryFolder, until } from "./processes.ts";
import { commandsRunBy } from "./shell-blocks.ts";
import { rowsOf } from "./stored.ts";
import { below, machineIn } from "./systemd-command.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const machine = machineIn(temporary.path);
const inMachine = (path: string) => join(machine.folder, path);
const run = (script: string) =>
  start("sh", ["-euc", below(machine.folder, script)], {
    env: { PATH: `${machine.bin}:${pathWithLitestream}` },
  });

const key = "an-administrators-key-of-the-litestream-test";
const serve = () =>
  serveAsbuilt({ DATABASE_URL: `file:${machine.database}`, ASBUILT_ADMIN_KEY: key });
const locationsOf = (path: string) =>
  rowsOf(
    path,
    "select name from location where name in ('Before', 'After', 'Since') order by id",
  ).map(({ name }) => name);

test.runIf(hasLitestream)(
  "the commands of how-to/backup.md restore all that Litestream copied, and what there was at a time",
  async () => {
    const [checkpoint, replicate, ...commands] = commandsRunBy("litestream.test.ts");
    const replica = inMachine("var/backups/asbuilt/litestream");
    configureLitestream(inMachine("etc/litestream.yml"), machine.database, replica);
    const service = await serve();
    const plant = requestsTo({ address: service.address, key });
    const copyAll = async () => {
      const before = newestIn(replica);
      const litestream = run(`${checkpoint}\nexec ${replicate}`);
      await until(() => newestIn(replica) !== before, litestream);
      // At its end it copies the rest.
      expect(await stop(litestream)).toMatchObject({ status: 0 });
    };
    await plant.done("put", "/api/Location/Upsert", { name: "Before" });
    await copyAll();
    const time = new Date().toISOString();
    await plant.done("put", "/api/Location/Upsert", { name: "After" });
    await copyAll();
    await stop(service, "SIGKILL");

    const script = commands.join("\n").replace("2026-11-28T14:30:00Z", time);
    const { status, stdout, stderr } = await run(script).ended;
    expect(status, stdout + stderr).toBe(0);
    expect(stdout.match(/no problems/g)).toHaveLength(2);
    expect(locationsOf(machine.database)).toEqual(["Before", "After"]);
    expect(locationsOf(inMachine("var/lib/asbuilt/past.db"))).toEqual(["Before"]);
    const restored = await serve();
    expect(await (await fetch(`${restored.address}/readyz`)).json()).toMatchObject({
      status: "ready",
    });
    // The restored database is copied too, to the same replica.
    const onRestored = requestsTo({ address: restored.address, key });
    await onRestored.done("put", "/api/Location/Upsert", { name: "Since" });
    await copyAll();
    await stop(restored);
    const again = "/var/lib/asbuilt/again.db";
    const restore = commands[0]!.replace("/var/lib/asbuilt/restored.db", again);
    expect(await run(restore).ended).toMatchObject({ status: 0 });
    expect(locationsOf(inMachine(again))).toEqual(["Before", "After", "Since"]);
  },
);

test.runIf(hasLitestream)(
  "Litestream misses no change that was made while it was down, if the log is emptied before it starts",
  async () => {
    const path = join(temporary.path, "down.db");
    const litestream = litestreamFor(path, temporary.path);
    const database = new Database(path);
    database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
    for (const table of ["early", "down"]) database.exec(`create table ${table} (text text)`);
    const add = (table: string, rows: number) =>
      database.exec(`
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
        insert into ${table} select printf('%.200c', 'x') from n`);
    const copyWhile = async (change: () => void) => {
      const copying = litestream.replicate();
      const copied = async () => {
        const before = litestream.newest();
        await until(() => litestream.newest() !== before, copying);
      };
      await copied();
      change();
      await copied();
      return copying;
    };
    await stop(await copyWhile(() => add("early", 1000)), "SIGKILL");
    add("down", 500);
    // All of the log is in the file, so the next change overwrites its beginning, and nothing else of it.
    database.exec("pragma wal_checkpoint(passive)");
    add("early", 1);
    expect(await asbuilt(["checkpoint"], { DATABASE_URL: `file:${path}` })).toMatchObject({
      status: 0,
    });
    await stop(await copyWhile(() => add("early", 1)));
    database.close();
    const restored = join(temporary.path, "restored.db");
    await litestream.restore(restored);
    const rows = "select (select count(*) from early) early, (select count(*) from down) down";
    expect(rowsOf(restored, rows)).toEqual([{ early: 1002, down: 500 }]);
  },
);
