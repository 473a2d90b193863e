import { checkAnswer } from "@asbuilt/tests/check-answer";
import { checkDocumented } from "@asbuilt/tests/documented";
import type { Received } from "./wire.ts";
import type { Sent } from "./request.ts";

/**
 * What HTTP's own parser refuses, before there is a request: not asbuilt's to declare. Each answer of
 * asbuilt has the id of its request.
 */
const ofHttp = new Set([400, 413, 414, 417, 431, 501, 505]);

/** Throws, with a sentence, if an answer is none that the document declares. */
export function judge({ method, path }: Sent, { status, headers, text }: Received): void {
  const type = headers.get("Content-Type")?.split(";", 1)[0];
  const isProblem = type === "application/problem+json";
  if (!isProblem && ofHttp.has(status) && !headers.has("X-Request-Id")) return;
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  if (method === "HEAD") return;
  if (status >= 400 && !isProblem) {
    throw new Error(`${method} ${path} answered ${status} as ${type}: ${text}`);
  }
  const body: unknown = type?.endsWith("json") ? JSON.parse(text) : text;
  checkAnswer(method, path, { status, headers, body });
  checkDocumented(method, path, { status, headers, body });
}
