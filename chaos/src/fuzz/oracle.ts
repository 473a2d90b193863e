import { checkAnswer } from "@asbuilt/tests/check-answer";
import { checkDocumented } from "@asbuilt/tests/documented";
import type { Received, Sent } from "./wire.ts";

/** The statuses of Node's HTTP server for requests that never reach the app. */
const ofNode = new Set([400, 417, 431]);
/** The refusal by the proxy of a local Worker. */
const ofWorkerd = { status: 414, text: "URI too long" };

/** Throws if the document does not declare a response. */
export function judge({ method, path }: Sent, received: Received): void {
  const { status, headers, text } = received;
  const type = headers.get("Content-Type")?.split(";", 1)[0];
  const isProblem = type === "application/problem+json";
  if (isOfHttp(received)) return;
  if (status >= 500) throw new Error(`${method} ${path} returned ${status}: ${text}`);
  if (method === "HEAD") return;
  if (status >= 400 && !isProblem) {
    throw new Error(`${method} ${path} returned ${status} as ${type}: ${text}`);
  }
  const body: unknown = type?.endsWith("json") ? JSON.parse(text) : text;
  checkAnswer(method, path, { status, headers, body });
  checkDocumented(method, path, { status, headers, body });
}

/** Returns whether the server before the app responded: the app adds an id to each response. */
function isOfHttp({ status, headers, text }: Received): boolean {
  if (headers.has("X-Request-Id")) return false;
  if (status === ofWorkerd.status) {
    return text === ofWorkerd.text && headers.get("Connection") === "close";
  }
  return ofNode.has(status) && text === "" && !headers.has("Content-Type");
}
