import { ProblemError } from "@asbuilt/client";
import { connect } from "../client/asbuilt.ts";
import { type Entered, resume } from "./resume.ts";

// The station sends both, whoever acts there.
const station = () => connect({ userID: undefined });

/** Lets a person act at this station. Throws a ProblemError if the badge or the PIN is not right. */
export async function actAs(badge: string, pin: string, proof: string): Promise<Entered> {
  await station().send("sessionActAs", { body: { badge, pin } });
  return resume(proof);
}

/** Ends the session of the person who acts here. The station continues with its own. */
export async function stopActing(proof: string): Promise<Entered> {
  try {
    await station().send("sessionDelete", { body: {} });
  } catch (error) {
    // It had ended before: the cookie of the station is back all the same.
    if (!(error instanceof ProblemError) || error.problem.status !== 401) throw error;
  }
  return resume(proof);
}
