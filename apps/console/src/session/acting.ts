import { ProblemError } from "@asbuilt/client";
import { connect } from "../client/asbuilt.ts";
import { type Entered, resume } from "./resume.ts";

// The station sends it, whoever acts there.
const station = () => connect({ userID: undefined });

/** Lets a person act at this station. Throws a ProblemError if the badge or the PIN is not right. */
export async function actAs(badge: string, pin: string, proof: string): Promise<Entered> {
  await station().send("sessionActAs", { body: { badge, pin } });
  return resume(proof);
}

/** Ends the session of the person who acts here. The station continues with its own. */
export async function stopActing({ proof, asbuilt }: Entered): Promise<Entered> {
  try {
    // Meant for the person: it never ends the session of the station.
    await asbuilt.send("sessionDelete", { body: {} });
  } catch (error) {
    // It had ended before: the cookie of the station is back all the same.
    const isOver = error instanceof ProblemError && [401, 403].includes(error.problem.status);
    if (!isOver) throw error;
  }
  return resume(proof);
}
