// The VarInt length before each binary message: seven bits per byte, least significant first, one to five
// bytes, at most 2 GiB - 1.
import { ProtocolError } from './protocol-error.ts';

const maxLengthBytes = 5;

/** The number of bytes that the length `value` takes. */
export function varIntSize(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x20_0000) return 3;
  if (value < 0x1000_0000) return 4;
  return 5;
}

/** Writes `value` at `offset` and returns the offset after it. */
export function writeVarInt(bytes: Uint8Array, offset: number, value: number): number {
  let remaining = value;
  let at = offset;
  while (remaining >= 0x80) {
    bytes[at++] = (remaining & 0x7f) | 0x80;
    remaining >>>= 7;
  }
  bytes[at++] = remaining;
  return at;
}

/** A length and the offset after it; `end` is 0 if bytes are missing. */
export interface VarInt {
  value: number;
  end: number;
}

/** Reads the length at `offset` into `result`. Throws ProtocolError when it is above 2 GiB - 1. */
export function readVarInt(bytes: Uint8Array, offset: number, result: VarInt): void {
  let value = 0;
  for (let i = 0; i < maxLengthBytes; i++) {
    const byte = bytes[offset + i];
    if (byte === undefined) {
      result.end = 0;
      return;
    }
    if (i === maxLengthBytes - 1 && byte > 0x07) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) {
      result.value = value;
      result.end = offset + i + 1;
      return;
    }
  }
  throw new ProtocolError('The length before a message is not a number below 2 GiB.');
}
