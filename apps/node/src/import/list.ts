import { UserError } from "../terminal/messages.ts";
import { detailOf, type Target } from "./target.ts";

/** A record of a list. */
// oxlint-disable-next-line typescript/no-explicit-any -- the contract defines its fields, by resource
export type Listed = Readonly<Record<string, any>>;

/** Reads a list page by page. Throws a UserError if the service refuses it. */
export async function* readList(
  target: Target,
  path: string,
  body: string,
): AsyncGenerator<Listed, void, undefined> {
  let next: string | undefined = `${path}?limit=1000`;
  while (next !== undefined) {
    const response: Response = await target.send({
      method: "POST",
      path: next,
      body,
      isRead: true,
    });
    if (!response.ok) throw new UserError(`${path}: ${await detailOf(response)}`);
    yield* (await response.json()) as Listed[];
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1];
  }
}
