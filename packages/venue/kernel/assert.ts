// Claims that hold if the venue is right. A claim that fails is a bug and never a rejection: the venue accepts no more commands, and the
// process restarts and replays.

export class VenueBug extends Error {
  override name = 'VenueBug';
}

/** Throws VenueBug when the claim does not hold. Code that runs for each order throws it itself, to spare the making of the text. */
export function assert(claim: boolean, failure: string): asserts claim {
  if (!claim) throw new VenueBug(failure);
}

/** The value; throws VenueBug when it is missing. */
export function mustExist<T>(value: T | undefined | null, failure: string): T {
  if (value === undefined || value === null) throw new VenueBug(failure);
  return value;
}
