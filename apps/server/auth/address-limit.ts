// Limits sign-ins per minute from one address. This is checked first, so that a rejected sign-in counts against no account.
import { isIPv6 } from 'node:net';
import type { TrustedClock } from '../clock/trusted-clock.ts';

const windowMs = 60_000;
const attemptsPerAddress = 120;
/**
 * The maximum number of addresses with separate counts. All other addresses of a minute share one
 * count.
 */
const maxAddresses = 50_000;

export class AddressLimit {
  readonly #clock: TrustedClock;
  #windowEndsAt = 0;
  readonly #attempts = new Map<string, number>();

  constructor(clock: TrustedClock) {
    this.#clock = clock;
  }

  /** Counts an attempt. Returns 0, or the number of seconds to wait before the next attempt. */
  attempt(address: string): number {
    const now = this.#clock.earliest();
    // If a window ends later, a clock that was ahead started it.
    if (now >= this.#windowEndsAt || now < this.#windowEndsAt - windowMs) {
      this.#attempts.clear();
      this.#windowEndsAt = now + windowMs;
    }
    const network = networkOf(address);
    const key = this.#attempts.has(network) || this.#attempts.size < maxAddresses ? network : 'others';
    const attempts = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempts);
    return attempts > attemptsPerAddress ? Math.ceil((this.#windowEndsAt - now) / 1000) : 0;
  }
}

/** A 64-bit IPv6 network counts as one address, because anyone who has one of its addresses has all of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? plain).toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
