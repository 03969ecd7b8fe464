// Ref numbers (domain §1): the user seeds them by typing one, and each order counts on from the last. The venue has the last
// word: a number that was used today comes back as the next free one.

const ending = /^(.*?)(\d+)$/s;

/** The reference after this one: its number counted on, with its zeros; text without a number stays. */
export function refAfter(ref: string): string {
  const [, stem = '', digits = ''] = ending.exec(ref) ?? [];
  if (digits === '') return ref;
  return stem + String(BigInt(digits) + 1n).padStart(digits.length, '0');
}

export interface UsedRef {
  readonly ref: string;
  readonly time: number;
}

/** What a new order begins with: after the last one of this page, else after the newest of today, else 1. */
export function firstRef(last: string | null, usedToday: readonly UsedRef[]): string {
  if (last !== null) return refAfter(last);
  let newest: UsedRef | null = null;
  for (const used of usedToday)
    if (ending.test(used.ref) && (newest === null || used.time >= newest.time)) newest = used;
  return newest === null ? '1' : refAfter(newest.ref);
}

let last: string | null = null;

export const lastRef = (): string | null => last;

/** The reference that the venue gave, or null to begin anew. */
export function keepLastRef(ref: string | null): void {
  if (ref !== '') last = ref;
}
