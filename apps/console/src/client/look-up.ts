import type { Answer, Call, OperationName } from "@asbuilt/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import type { Asbuilt } from "./asbuilt.ts";
import { sendPatiently } from "./busy.ts";

/** One of several reads. */
export interface LookUp {
  readonly name: OperationName;
  readonly call: Call<OperationName>;
}

/** The answer of one of several reads, or why the service refused it. */
export type Found = { readonly answer: Answer<OperationName> } | { readonly error: unknown };

/** The number of reads in progress: a browser sends at most 6 together. */
const lanes = 6;

/** Reads many answers in turn. One that is refused does not stop the others. */
export function useLookUps(lookUps: readonly LookUp[]) {
  const { asbuilt } = useSession();
  return useQuery<readonly Found[]>({
    queryKey: ["lookUps", lookUps],
    queryFn: ({ signal }) => allFound(asbuilt, lookUps, signal),
    structuralSharing: false,
    gcTime: 0,
  });
}

async function allFound(
  asbuilt: Asbuilt,
  lookUps: readonly LookUp[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const rest = lookUps.entries();
  const lane = async () => {
    for (const [index, { name, call }] of rest) {
      try {
        const answer = await sendPatiently(() => asbuilt.send(name, { ...call, signal }));
        found[index] = { answer };
      } catch (error) {
        if (signal.aborted) throw error;
        found[index] = { error };
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return found;
}
