import { checkAnswer } from "@asbuilt/tests/check-answer";
import { checkDocumented } from "@asbuilt/tests/documented";
import type { Received, Sent } from "./wire.ts";

/** As what HTTP's own server on Node refuses a request before the app: not asbuilt's to declare. */
const ofNode = new Set([400, 417, 431]);
/** And the one before a local Worker, of what is sent to it. */
const ofWorkerd = { status: 414, text: "URI too long" };

/** Throws, with a sentence, if an answer is none that the document declares. */
export function judge({ method, path }: Sent, received: Received): void {
  const { status, headers, text } = received;
  const type = headers.get("Content-Type")?.split(";", 1)[0];
  const isProblem = type === "application/problem+json";
  if (isOfHttp(received)) return;
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  if (method === "HEAD") return;
  if (status >= 400 && !isProblem) {
    throw new Error(`${method} ${path} answered ${status} as ${type}: ${text}`);
  }
  const body: unknown = type?.endsWith("json") ? JSON.parse(text) : text;
  checkAnswer(method, path, { status, headers, body });
  checkDocumented(method, path, { status, headers, body });
}

/** The app names each of its answers by an id, and says in a problem why it refuses. */
function isOfHttp({ status, headers, text }: Received): boolean {
  if (headers.has("X-Request-Id")) return false;
  if (status === ofWorkerd.status) {
    return text === ofWorkerd.text && headers.get("Connection") === "close";
  }
  return ofNode.has(status) && text === "" && !headers.has("Content-Type");
}
