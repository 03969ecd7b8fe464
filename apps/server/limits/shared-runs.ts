// Work whose result is the same for every caller. Calls that arrive during a run are coalesced into the next run, so that many calls
// cost no more than two runs.

/**
 * Each call resolves with the result of a run that began after the call, so that the result is not older than the call; rejects if that
 * run does. Only one run is active at a time.
 */
export function sharedRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  return () => {
    if (next === null) {
      const begun = current.then(() => {
        next = null;
        return run();
      });
      next = begun;
      current = begun.catch(() => undefined);
    }
    return next;
  };
}
