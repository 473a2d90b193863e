import type { Answer } from "../plants/requests.ts";

/** Sends again what was refused because too many others are writing: nothing of it was written. */
export async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.body.code !== "overloaded") return answer;
  }
}
