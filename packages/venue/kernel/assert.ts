// A claim that must hold if the venue is right. A broken one is a bug, never a rejection: the venue stops taking commands
// and the process restarts and replays (design §5).

export class VenueBug extends Error {
  override name = 'VenueBug';
}

/** Throws VenueBug when the claim does not hold. */
export function assert(claim: boolean, broken: string): asserts claim {
  if (!claim) throw new VenueBug(broken);
}

/** The value, or a VenueBug when it is missing. */
export function present<T>(value: T | undefined | null, missing: string): T {
  if (value === undefined || value === null) throw new VenueBug(missing);
  return value;
}
