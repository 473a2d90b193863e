import { deflateSync, inflateSync } from "fflate/browser";
import type { Deflate } from "../../values/deflate.ts";
import { dictionary1 } from "./dictionary-1.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The dictionaries that stored texts were compressed with, by their first byte. */
const dictionaries: Readonly<Record<number, string>> = { 1: dictionary1 };
const newest = 1;

const known = new Map<number, Uint8Array>();

function dictionaryOf(version: number): Uint8Array {
  const encoded = known.get(version);
  if (encoded) return encoded;
  const dictionary = dictionaries[version];
  // A newer asbuilt has migrated the database, or somebody edited the row.
  if (dictionary === undefined) throw new Error(`There is no dictionary ${version}.`);
  const made = encoder.encode(dictionary);
  known.set(version, made);
  return made;
}

// Answers are short: more memory would cost more to prepare than it finds.
const byLibrary: Deflate = (bytes, dictionary) => deflateSync(bytes, { dictionary, mem: 0 });

/** Returns a text compressed with the newest dictionary: in hexadecimal, for SQLite's `unhex`. */
export function packed(text: string, deflate: Deflate = byLibrary): string {
  const bytes = deflate(encoder.encode(text), dictionaryOf(newest));
  let hex = hexOf(newest);
  for (const byte of bytes) hex += hexOf(byte);
  return hex;
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

/** Returns the text that `packed` was given. */
export function unpacked(hex: string): string {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  }
  const dictionary = dictionaryOf(bytes[0] ?? 0);
  return decoder.decode(inflateSync(bytes.subarray(1), { dictionary }));
}
