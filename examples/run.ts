// Runs an example against the service that the environment names, and tells in a line why it ended.
import { type Client, createClient, ProblemError } from "@asbuilt/client";

/** Problems after which what was asked for may have been done. */
const doubtful = new Set<string>(["outcome_unknown", "internal", "unknown"]);

/** Calls an example with a client; the exit status is 1 where the service refuses or is lost. */
export async function run(example: (asbuilt: Client) => Promise<void>): Promise<void> {
  const { ASBUILT_URL: baseUrl = "http://127.0.0.1:3000", ASBUILT_KEY: key } = process.env;
  if (key === undefined) {
    console.error("Set ASBUILT_KEY to a key of the role engineer.");
    process.exitCode = 2;
    return;
  }
  try {
    await example(createClient({ baseUrl, key }));
  } catch (error) {
    const isRefusal = error instanceof ProblemError && !doubtful.has(error.problem.code);
    const doubt = isRefusal ? "" : " What was sent last may have been done.";
    console.error(`${baseUrl}: ${reasonOf(error)}${doubt}`);
    process.exitCode = 1;
  }
}

/** What is wrong, in a sentence: of a connection that breaks, fetch tells it as the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}.`;
}
