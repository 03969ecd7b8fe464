// The codes of an authenticator application (RFC 6238: SHA-1, six digits, thirty seconds), computed apart from the product.
import { createHmac } from 'node:crypto';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** `secret`: in base32; `at`: epoch milliseconds. */
export function oneTimePassword(secret: string, at = Date.now()): string {
  const bits = [...secret.replace(/[^A-Z2-7]/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / stepMs)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
