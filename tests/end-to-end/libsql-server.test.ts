import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faultOf, libsqlServer } from "@asbuilt/core/database";
import { SignJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import { startSqld } from "../plants/sqld-server.ts";
import { listenFor } from "./front.ts";
import { temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

/** Starts a server with an empty database of its own. */
const startEmpty = (...options: string[]) =>
  startSqld(join(temporary.path, crypto.randomUUID()), options);

const { signal } = new AbortController();

/** Returns what a call throws. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test("every value comes back as it was sent, also beyond 2^53", async () => {
  const sqld = await startEmpty();
  try {
    const server = libsqlServer({ url: sqld.address });
    const args = [null, 0, -1, 2 ** 53 - 1, 2n ** 63n - 1n, -(2n ** 63n), 0.1, "", "Grüße\u0000"];
    const bytes = new Uint8Array([0, 127, 128, 255]);
    const sql = `select ${[...args, bytes].map(() => "?").join(", ")}, typeof(?), typeof(?)`;
    const { rows } = await server.execute({ sql, args: [...args, bytes, 5, 5.5] });
    expect(rows).toEqual([[...args, bytes, "integer", "real"]]);
    const unknown = await errorOf(server.execute({ sql: "select ?", args: [2n ** 63n] }));
    expect(unknown).toBeInstanceOf(TypeError);
  } finally {
    await sqld.stop();
  }
});

test("a server that was restarted gets the next statement on a new stream", async () => {
  const [first, second] = [await startEmpty(), await startEmpty()];
  const front = await listenFor(first.address);
  try {
    const server = libsqlServer({ url: front.address });
    await server.execute("create table before_it (value)");
    // Another process has other streams, like the same one after a restart.
    front.lead(second.address);
    await server.execute("create table after_it (value)");
    expect(await second.sql("select name from sqlite_schema")).toEqual([{ name: "after_it" }]);
  } finally {
    front.close();
    await Promise.all([first.stop(), second.stop()]);
  }
});

test("a batch that fails leaves nothing, neither rows nor a lock, and its stream is used again", async () => {
  const sqld = await startEmpty("--max-response-size", "1MB");
  try {
    const server = libsqlServer({ url: sqld.address });
    const write = (...sql: string[]) =>
      server.batch(
        sql.map((text) => ({ sql: text, args: [] })),
        "write",
        signal,
      );
    const insert = "insert into a values (1)";
    await write("create table a (value integer primary key) strict");
    for (const [fault, statement] of [
      ["conflict", insert],
      ["defect", "insert into missing values (1)"],
      // This one ends the batch before its rollback.
      ["too-large", "select zeroblob(2000000)"],
    ] as const) {
      expect(faultOf(await errorOf(write(insert, statement)))).toBe(fault);
      const since = Date.now();
      const [, counted] = await write("delete from a where value = 2", "select count(*) from a");
      expect(counted!.rows).toEqual([[0]]);
      // sqld takes a lock away from a transaction after 5 seconds.
      expect(Date.now() - since).toBeLessThan(4500);
    }
    // No statement runs outside of its transaction.
    await expect(write("commit", insert)).rejects.toThrow("its transaction has ended");
    expect((await server.execute("select count(*) from a")).rows).toEqual([[0]]);
    // A statement that reads alone is no transaction.
    const [before] = (await server.execute("select total_changes()")).rows;
    await write("insert into a values (2)");
    const [after] = (await server.execute("select total_changes()")).rows;
    expect(Number(after![0]) - Number(before![0])).toBe(1);
  } finally {
    await sqld.stop();
  }
});

test("a token opens a server behind libsql:// without TLS, and one without it is refused", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const folder = join(temporary.path, "key");
  mkdirSync(folder);
  const file = join(folder, "public.pem");
  writeFileSync(file, publicKey.export({ type: "spki", format: "pem" }));
  const sqld = await startEmpty("--auth-jwt-key-file", file);
  try {
    const url = `${sqld.address.replace("http", "libsql")}?tls=0`;
    const authToken = await new SignJWT({ a: "rw" })
      .setProtectedHeader({ alg: "EdDSA" })
      .sign(privateKey);
    expect(await libsqlServer({ url, authToken }).execute("select 1")).toEqual({ rows: [[1]] });
    for (const token of [undefined, `${authToken}x`]) {
      const refused = await errorOf(libsqlServer({ url, authToken: token }).execute("select 1"));
      expect(faultOf(refused)).toBe("unavailable");
    }
  } finally {
    await sqld.stop();
  }
});

test("a transaction of several calls is kept once it is committed, and rolled back otherwise", async () => {
  const sqld = await startEmpty();
  try {
    const server = libsqlServer({ url: sqld.address });
    for (const isCommitted of [false, true]) {
      const transaction = await server.transaction("write");
      await transaction.batch(["create table a (value)", "insert into a values (1)"]);
      expect((await transaction.execute("select value from a")).rows).toEqual([[1]]);
      if (isCommitted) await transaction.commit();
      transaction.close();
      const tables = await server.execute("select count(*) from sqlite_schema");
      expect(tables.rows).toEqual([[isCommitted ? 1 : 0]]);
    }
    // The lock of the one that was rolled back is free.
    await (await server.transaction("write")).commit();
  } finally {
    await sqld.stop();
  }
});
