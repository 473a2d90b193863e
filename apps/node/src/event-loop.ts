/** How long the loop may be at one round before requests are refused. */
const longestRoundMs = 200;

/**
 * Tells whether the event loop has been reading requests for too long without coming round:
 * whoever is read later in the same round has waited as long, and so will who comes meanwhile.
 */
export function loopGauge(now: () => number): () => boolean {
  let since: number | undefined;
  const cameRound = () => {
    since = undefined;
  };
  return () => {
    if (since === undefined) {
      since = now();
      setImmediate(cameRound);
    }
    return now() - since > longestRoundMs;
  };
}
