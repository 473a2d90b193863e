import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import type { Sent } from "./wire.ts";

/** The form of a request, independent of its content. Each number chooses a trick, 0 none. */
export interface RequestForm {
  readonly query: string;
  readonly path: number;
  readonly bytes: number;
  readonly headers: readonly number[];
  readonly method: string;
  readonly role: string;
  readonly idempotency: number | undefined;
  /** A position in the text or a number of repetitions. */
  readonly nth: number;
}

const limits = ["0", "-1", "1001", "1000", "1e3", "1.0", " 1", "+1", "0x1", "", "x", "٣", "1,2"];
const cursors = ["0", "-1", "5", "999999999999999", "9999999999999999", "x", "%00", "%ff", "'"];

/** Generates queries: mostly valid pages. */
export const queries: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 30 }).map((limit) => `?limit=${limit}`) },
  {
    weight: 4,
    arbitrary: fc
      .record({ limit: fc.integer({ min: 1, max: 9 }), cursor: fc.nat(300) })
      .map(({ limit, cursor }) => `?cursor=${cursor}&limit=${limit}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...limits).map((limit) => `?limit=${encodeURIComponent(limit)}`),
  },
  { weight: 1, arbitrary: fc.constantFrom(...cursors).map((cursor) => `?cursor=${cursor}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "?",
      "?&&=&",
      "?limit=1&limit=2",
      "?limit=1&limit=x",
      "?limit[]=1",
      "?fields=id,revNo",
      "?fields=ID&limit=3",
      "?fields=nothing,",
      "?LIMIT=1",
      "?limit=1&page=2",
      "?__proto__=1",
      "?constructor=1",
      "?toString",
      "?limit=%zz",
      "?%E0%A4%A",
      "?limit=1;cursor=2",
      `?limit=${"9".repeat(4000)}`,
      `?${"a&".repeat(2000)}`,
      "?limit=5#fragment",
    ),
  },
);

/** Odd spellings of a path. */
export const pathTricks: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => path.replace("/api/", "/api//"),
  (path) => path.replace("/api/", "/api/./"),
  (path) => path.replace("/api/", "/api/x/../"),
  (path) => path.replace("/api/", "/api/x/%2e%2e/"),
  (path) => path.replace("/api/", "/api%2f"),
  (path) => path.replace("/api/", "/api%5C"),
  (path) => path.replace("/api/", "\\api\\"),
  (path) => `${path}%00`,
  (path) => `${path}%0d%0aX-Injected:1`,
  (path) => `${path};jsessionid=1`,
  (path) => `${path}%zz`,
  (path) => `${path}%c0%af`,
  (path) => path.toLowerCase(),
  (path) => path.replace("a", "%61"),
  (path) => path.replace("a", "%2561"),
  (path) => path.replace("i", "%C4%B1"),
  (path) => path.replace("BomSlot", "Bom%20Slot").replace("Item", "+Item"),
  (path) => path + "/a".repeat(1000),
  (path) => path + "x".repeat(6000),
  () => "/problems/__proto__",
  () => "/problems/%2e%2e",
  () => "/docs/..%2f..%2fpackage.json",
  () => "/docs/standalone.js%00",
  () => "/healthz/",
  () => "/readyz?x=1",
  () => "/openapi.json",
  () => "*",
  () => "http://elsewhere.example/api/Product/List",
  () => "//elsewhere.example/api/Product/List",
  () => "/?/api/Product/List",
];

/** The bytes of a text as a careless or hostile client sends them. */
export const bytesTricks: readonly ((body: Buffer, nth: number) => Buffer)[] = [
  (body) => body,
  (body, nth) => body.subarray(0, nth % (body.length + 1)),
  (body, nth) => spliced(body, nth, ",]}{[\"\\:'/\n\t\0 x1-"[nth % 17]!),
  (body, nth) => spliced(body, nth, Buffer.from([0xff])),
  (body, nth) => spliced(body, nth, Buffer.from([0xc0, 0x80])),
  (body, nth) => spliced(body, nth, Buffer.from([0xed, 0xa0, 0x80])),
  (body, nth) => spliced(body, nth, Buffer.from([0xf4, 0x90, 0x80, 0x80])),
  (body) => Buffer.concat([Buffer.from("\ufeff"), body]),
  (body) => Buffer.from(body.toString(), "utf16le"),
  (body) => Buffer.from(body.toString(), "latin1"),
  (body) => gzipSync(body),
  (body) => Buffer.concat([body, body]),
  (body) => Buffer.concat([body, Buffer.from(" \r\n\t")]),
  (body) => Buffer.concat([Buffer.from(" ".repeat(500_000)), body]),
  (body) => Buffer.concat([Buffer.from(" ".repeat(1_048_577)), body]),
  (body) => Buffer.concat([body, Buffer.from("// comment")]),
  (body) => Buffer.from(body.toString().replace("{", "{/* */")),
  (body) => Buffer.from(body.toString().replaceAll('"', "'")),
  (body) => Buffer.from(body.toString().replace("}", ",}")),
  (body) => Buffer.from(body.toString().replaceAll(/[a-z]/g, unicodeEscape)),
  (body) => Buffer.from(`(${body.toString()})`),
  () => Buffer.alloc(0),
  () => Buffer.from(" "),
  () => Buffer.from("["),
  () => Buffer.from("[".repeat(100_000)),
  () => Buffer.from('{"a":'.repeat(100_000)),
  () => Buffer.from(`{"ID":${"1".repeat(500_000)}}`),
  () => Buffer.from(`{"ID":0.${"0".repeat(500_000)}1}`),
  () => Buffer.from(`{"ID":1e${"9".repeat(500_000)}}`),
  () => Buffer.from(`{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":0`).join(",")}}`),
  () => Buffer.from(`{"${"I_D-".repeat(200_000)}":1}`),
  () => Buffer.from(`{"Name":"${String.raw`\u0301`.repeat(150_000)}"}`),
  () => Buffer.from("ID=1&Name=x"),
  () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
];

function spliced(body: Buffer, nth: number, inserted: string | Buffer): Buffer {
  const at = nth % (body.length + 1);
  return Buffer.concat([body.subarray(0, at), Buffer.from(inserted), body.subarray(at)]);
}

const unicodeEscape = (letter: string) =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

type Header = readonly [name: string, value: string];

/** Headers that replace those of the same name. null removes one. */
export const headerTricks: readonly ((key: string) => readonly (Header | [string, null])[])[] = [
  () => [["Content-Type", null]],
  () => [["Content-Type", ""]],
  () => [["Content-Type", "text/plain"]],
  () => [["Content-Type", "application/x-www-form-urlencoded"]],
  () => [["Content-Type", "application/problem+json"]],
  () => [["Content-Type", "application/json, text/plain"]],
  () => [["Content-Type", "APPLICATION/JSON ; charset=utf-8"]],
  () => [["Content-Type", "application/json; charset=utf-16"]],
  () => [["Content-Type", `application/json;${"a=b;".repeat(1500)}`]],
  () => [["Content-Encoding", "gzip"]],
  () => [["Content-Encoding", "br, gzip"]],
  () => [["Transfer-Encoding", "chunked"]],
  () => [["Authorization", null]],
  () => [["Authorization", ""]],
  () => [["Authorization", "Bearer "]],
  (key) => [["Authorization", `bearer ${key}`]],
  (key) => [["Authorization", `Bearer    ${key}`]],
  (key) => [["Authorization", `Bearer ${key} x`]],
  (key) => [["Authorization", `Bearer ${key},${key}`]],
  (key) => [["Authorization", `Bearer\u00a0${key}`]],
  (key) => [["Authorization", `Basic ${btoa(`admin:${key}`)}`]],
  (key) => [["Authorization", key]],
  (key) => [["Authorization", `Bearer ${key.toUpperCase()}`]],
  (key) => [
    ["Authorization", `Bearer ${key}`],
    ["Authorization", "Bearer other"],
  ],
  () => [["Authorization", "Bearer ' or 1=1 --"]],
  () => [["Authorization", "Bearer \u00e9\u00ff"]],
  () => [["Authorization", `Bearer ${"x".repeat(8000)}`]],
  () => [["Idempotency-Key", ""]],
  () => [["Idempotency-Key", "a b"]],
  () => [["Idempotency-Key", "k".repeat(255)]],
  () => [["Idempotency-Key", "k".repeat(256)]],
  () => [["Idempotency-Key", "\u00e9"]],
  () => [["Idempotency-Key", "__proto__"]],
  () => [
    ["Idempotency-Key", "one"],
    ["Idempotency-Key", "two"],
  ],
  () => [["X-Request-Id", "a\tb"]],
  () => [["X-Request-Id", "\u00ff"]],
  () => [["X-Request-Id", "..%0d%0a"]],
  () => [["X-Request-Id", "x".repeat(5000)]],
  () => [["Accept", "application/xml;q=1, */*;q=0"]],
  () => [["Accept-Encoding", "gzip, br, zstd, identity;q=0"]],
  () => [
    ["Origin", "https://elsewhere.example"],
    ["Access-Control-Request-Method", "PUT"],
  ],
  () => [["X-HTTP-Method-Override", "DELETE"]],
  () => [["X-Forwarded-Host", "elsewhere.example"]],
  () => [["Host", "elsewhere.example"]],
  () => [["Host", "a b/c?d#e"]],
  () => [["Host", ""]],
  () => [["Range", "bytes=0-0"]],
  () => [["If-None-Match", "*"]],
  () => [["Expect", "100-continue"]],
  () => [["Expect", "nonsense"]],
  () => [["Cookie", "key=1; ".repeat(500)]],
  // After such a header Node does not respond to malformed data, so the connection is closed.
  () => [
    ["Upgrade", "websocket"],
    ["Connection", "close, Upgrade"],
  ],
  () => [
    ["Upgrade", "h2c"],
    ["Connection", "close, Upgrade"],
  ],
  () => [["__proto__", "1"]],
  () => [["X-Long", "x".repeat(12_000)]],
  () => Array.from({ length: 150 }, (_, n): Header => [`X-Many-${n}`, "x"]),
];

/** Applies the tricks of its form to a request. */
export function withTricks(
  sent: Sent,
  form: RequestForm,
  keys: Readonly<Record<string, string>>,
): Sent {
  const { body, path } = sent;
  const { nth } = form;
  const key = keys[form.role]!;
  // A local Worker trusts this header. One address with many bad keys would soon be blocked.
  const address = `10.0.${nth >> 8}.${nth & 255}`;
  const headers: (Header | [string, null])[] = [
    ["Authorization", `Bearer ${key}`],
    ["CF-Connecting-IP", address],
  ];
  if (body) headers.push(["Content-Type", "application/json"]);
  if (form.idempotency !== undefined) {
    headers.push(["Idempotency-Key", `key-${form.idempotency}`]);
  }
  const odd = form.headers.flatMap((which) => headerTricks[which]!(key));
  const replaced = new Set(odd.map(([name]) => name.toLowerCase()));
  const all = [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...odd];
  return {
    ...sent,
    path: pathTricks[form.path]!(path) + form.query,
    headers: all.filter((header): header is Header => header[1] !== null),
    body: body && bytesTricks[form.bytes]!(body, nth),
  };
}
