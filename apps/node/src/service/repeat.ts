/**
 * Does some work now, and again so long after each time that it was done. Answers how to end that:
 * what is under way is finished first.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let ended = false;
  let wake: NodeJS.Timeout | undefined;
  let underWay: Promise<void>;
  const again = async () => {
    await work().catch(onError);
    if (!ended) wake = setTimeout(start, everyMs);
  };
  const start = () => {
    underWay = again();
  };
  start();
  return () => {
    ended = true;
    clearTimeout(wake);
    return underWay;
  };
}
