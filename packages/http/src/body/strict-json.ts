import { jsonPointer } from "./field-error.ts";
import { numberEnd, numberFault } from "./json-number.ts";

/** A value in a JSON body. Numbers are finite, and objects are plain. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object from a body: own keys only, never `__proto__`. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** The refusal of a body that is not one JSON value with the same meaning to every reader. */
export class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
  /** The JSON pointer of the fault; "" is the body itself. */
  readonly pointer: string;
  /** A sentence for the client. */
  readonly detail: string;

  constructor(pointer: string, detail: string) {
    super(detail);
    this.pointer = pointer;
    this.detail = detail;
  }
}

const depthMax = 32;
/** No object of a request has even a tenth of this number of keys. */
const keysPerObjectMax = 1000;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

// Keeps the byte order mark, so that the reader can refuse it by name.
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a body as JSON. Refuses with UnreadableBody all that JSON.parse would change or leave
 * ambiguous: bad UTF-8, a byte order mark, a key given twice, the key `__proto__`, NUL, lone
 * surrogates, numbers that a double can't hold, nesting deeper than 32, and more than 1,000 keys in
 * one object. `-0` becomes 0.
 */
export function readStrictJson(bytes: Uint8Array): JsonValue {
  return new JsonReader(decode(bytes)).document();
}

function decode(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new UnreadableBody("", "The body is not valid UTF-8.");
  }
}

/** Reads the text in one pass. JSON.parse would hide most of the faults that it refuses. */
class JsonReader {
  private readonly text: string;
  private at = 0;
  /** The keys and indexes that lead to the current value: its pointer, and its depth. */
  private readonly path: (string | number)[] = [];

  constructor(text: string) {
    this.text = text;
  }

  document(): JsonValue {
    if (this.text === "") this.fail("The body is empty.");
    if (this.text.startsWith("\ufeff")) this.fail("The body starts with a byte order mark.");
    const value = this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.malformed("the end of the body");
    return value;
  }

  private value(): JsonValue {
    const code = this.skipSpace();
    if (code === QUOTE) return this.string();
    if (code === OPEN_BRACE) return this.object();
    if (code === OPEN_BRACKET) return this.array();
    if (code === MINUS || isDigit(code)) return this.number();
    if (this.takeWord("true")) return true;
    if (this.takeWord("false")) return false;
    if (this.takeWord("null")) return null;
    return this.malformed("a value");
  }

  private object(): JsonObject {
    const object: JsonObject = {};
    this.open();
    if (this.take(CLOSE_BRACE)) return object;
    let keys = 0;
    do {
      if (++keys > keysPerObjectMax) this.fail(`An object has more than ${keysPerObjectMax} keys.`);
      if (this.skipSpace() !== QUOTE) this.malformed("a key in double quotes");
      const key = this.string();
      if (!this.take(COLON)) this.malformed('":"');
      this.path.push(key);
      if (key === "__proto__") this.fail("The key __proto__ is not allowed.");
      if (Object.hasOwn(object, key)) this.fail("This key is given twice in one object.");
      object[key] = this.value();
      this.path.pop();
    } while (this.take(COMMA));
    if (!this.take(CLOSE_BRACE)) this.malformed('"," or "}"');
    return object;
  }

  private array(): JsonValue[] {
    const array: JsonValue[] = [];
    this.open();
    if (this.take(CLOSE_BRACKET)) return array;
    do {
      this.path.push(array.length);
      array.push(this.value());
      this.path.pop();
    } while (this.take(COMMA));
    if (!this.take(CLOSE_BRACKET)) this.malformed('"," or "]"');
    return array;
  }

  private open(): void {
    if (this.path.length === depthMax) this.fail(`The body nests deeper than ${depthMax} levels.`);
    this.at += 1;
  }

  private string(): string {
    const { text } = this;
    const start = this.at;
    let end = start + 1;
    let escaped = false;
    for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
      // Past the end of the text the code is NaN, which is not >= anything.
      if (!(code >= SPACE)) return this.unclosed(end, code);
      if (code === BACKSLASH) escaped = true;
      end += code === BACKSLASH ? 2 : 1;
    }
    this.at = end + 1;
    return escaped ? this.unescape(start) : text.slice(start + 1, end);
  }

  private unclosed(end: number, code: number): never {
    if (code === 0) this.fail("A string must not contain NUL.");
    this.at = Math.min(end, this.text.length);
    return this.malformed("a closing quote (control characters are written as escapes)");
  }

  private unescape(start: number): string {
    const value = parsedString(this.text.slice(start, this.at));
    if (value === undefined) {
      this.at = start;
      return this.malformed("a string with valid escapes");
    }
    if (value.includes("\0")) this.fail("A string must not contain NUL.");
    if (!value.isWellFormed()) this.fail("A string must not contain half of a surrogate pair.");
    return value;
  }

  private number(): number {
    const { text, at } = this;
    this.at = numberEnd(text, at);
    if (this.at === at) this.malformed("a number");
    const source = text.slice(at, this.at);
    const value = Number(source);
    const fault = numberFault(source, value);
    if (fault !== undefined) this.fail(fault);
    // Adding zero turns -0 into 0 and changes no other number.
    return value + 0;
  }

  private skipSpace(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code > SPACE || !isSpace(code)) return code;
      this.at += 1;
    }
  }

  private take(code: number): boolean {
    const found = this.skipSpace() === code;
    if (found) this.at += 1;
    return found;
  }

  private takeWord(word: string): boolean {
    const found = this.text.startsWith(word, this.at);
    if (found) this.at += word.length;
    return found;
  }

  private malformed(expected: string): never {
    const before = this.text.slice(0, this.at);
    const line = before.split("\n").length;
    const column = this.at - before.lastIndexOf("\n");
    const ended = this.at >= this.text.length ? "The body ends too early" : "The body is not JSON";
    return this.fail(`${ended}: expected ${expected} at line ${line}, column ${column}.`);
  }

  private fail(detail: string): never {
    throw new UnreadableBody(jsonPointer(this.path), detail);
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;
}

/** Returns the text of a JSON string with escapes; undefined if an escape is not valid. */
function parsedString(source: string): string | undefined {
  try {
    return String(JSON.parse(source));
  } catch {
    return undefined;
  }
}
