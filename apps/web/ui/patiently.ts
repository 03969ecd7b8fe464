// Fetches a part of the program that is loaded when it is first needed, and does not take the first failure for an answer: on a bad
// line, or while the server starts again, a dialog comes later, and the page stays.

const pausesMs: readonly number[] = [500, 1_000, 2_000, 4_000];
/** About a minute in all: what is not there then is gone, with the version that it belonged to. */
const mostTries = 18;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A loader for React.lazy that tries again; rejects with the last error when it gives up. */
export function patiently<Module>(
  load: () => Promise<Module>,
  wait: (ms: number) => Promise<void> = pause,
): () => Promise<Module> {
  return async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await load();
      } catch (error) {
        if (tries === mostTries) throw error;
        console.warn('A part of the program could not be fetched; it is tried again.', error);
        await wait(pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0);
      }
    }
  };
}
