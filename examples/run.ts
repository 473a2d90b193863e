// Runs an example against the service that the environment names, and prints an error in one line.
import { type Client, createClient, ProblemError } from "@asbuilt/client";

/** The problems after which the request may have taken effect. */
const doubtful = new Set<string>(["outcome_unknown", "internal", "unknown"]);

/**
 * Calls an example with a client. The exit status is 1 if the service refuses or is unreachable.
 */
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
    const doubt = isRefusal ? "" : " The last request may have taken effect.";
    console.error(`${baseUrl}: ${reasonOf(error)}${doubt}`);
    process.exitCode = 1;
  }
}

/**
 * Returns the error as a sentence. For a broken connection, fetch gives the reason as the cause.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}.`;
}
