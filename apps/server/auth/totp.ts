// Time-based one-time passwords (RFC 6238): six digits from HMAC-SHA-1, in steps of 30 seconds. Authenticator applications
// support no other parameters reliably. A library would replace only the twenty lines of the RFCs, not the rule that using a code
// invalidates all earlier codes.
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** `now`: epoch milliseconds. */
export const stepAt = (now: number): number => Math.floor(now / stepMs);

/** The code for a step (RFC 4226, 5.3), with the given number of digits. */
export function codeOfStep(secret: Uint8Array, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/**
 * The step of a correct code, or null. The code may be for the current or the previous step, because it may be in transit when
 * its step ends (RFC 6238, 5.2). Only steps after `lastStep` count, because using a code invalidates all earlier codes.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): number | null {
  const present = stepAt(now);
  const steps = [present, present - 1].filter((step) => step > lastStep && isCodeOfStep(secret, step, code));
  return steps[0] ?? null;
}

export function isCodeOfStep(secret: Uint8Array, step: number, code: string): boolean {
  const [received, expected] = [Buffer.from(code), Buffer.from(codeOfStep(secret, step))];
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** The address for authenticator applications, as a QR code or a link. `secret` is in base32. */
export function otpauthUri({ email, secret }: { readonly email: string; readonly secret: string }): string {
  const parameters = new URLSearchParams({ secret, issuer: 'Openpit', digits: String(digits), period: '30' });
  return `otpauth://totp/${encodeURIComponent(`Openpit:${email}`)}?${parameters}`;
}

/** RFC 4648, without padding. */
export function base32Of(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
