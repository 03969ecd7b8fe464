// Assertions about the venue itself. A failed assertion is a bug, never a rejection: the venue accepts no more commands, and the
// process restarts and replays.

export class VenueBug extends Error {
  override name = 'VenueBug';
}

/** Throws VenueBug if the condition is false. Code on the order path throws it directly, to avoid building the text. */
export function assert(claim: boolean, failure: string): asserts claim {
  if (!claim) throw new VenueBug(failure);
}

/** Returns the value, or throws VenueBug if it is missing. */
export function mustExist<T>(value: T | undefined | null, failure: string): T {
  if (value === undefined || value === null) throw new VenueBug(failure);
  return value;
}
