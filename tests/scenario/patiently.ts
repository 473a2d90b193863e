import type { Answer } from "../plants/requests.ts";

/** Repeats a request while it is refused as `overloaded`, because then nothing was written. */
export async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.body.code !== "overloaded") return answer;
  }
}
