// The direction in which a value of a market row has changed, for the colours on updates.

/** Undefined when the value is the same or was or is missing. */
export function direction(now: number | null, before: number | null): 'up' | 'down' | undefined {
  if (now === null || before === null || now === before) return undefined;
  return now > before ? 'up' : 'down';
}
