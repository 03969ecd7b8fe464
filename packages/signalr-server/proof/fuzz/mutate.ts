// What may become of bytes on their way from a hostile or broken client.
import type { Random } from './random.ts';

/** Bytes that mean something to one of the protocols: separators, quotes, brackets, heads of MessagePack, long lengths. */
const tellingBytes = Buffer.from([
  0x00, 0x01, 0x0a, 0x0d, 0x1e, 0x22, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x7f, 0x80, 0x90, 0x95, 0x9f, 0xa0, 0xbf,
  0xc0, 0xc1, 0xc4, 0xc6, 0xc7, 0xc9, 0xd3, 0xd9, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xff,
]);

/** A changed copy of `bytes`. */
export function mutate(random: Random, bytes: Buffer): Buffer {
  let mutated = Buffer.from(bytes);
  const changes = 1 + random.int(3);
  for (let i = 0; i < changes; i++) mutated = mutateOnce(random, mutated);
  return mutated;
}

function mutateOnce(random: Random, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = random.int(bytes.length + 1);
  const until = Math.min(bytes.length, at + 1 + random.int(8));
  switch (random.int(9)) {
    case 0: // A bit is flipped.
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
      return bytes;
    case 1: // A byte becomes one that means something.
      if (at < bytes.length) bytes[at] = tellingBytes[random.int(tellingBytes.length)] ?? 0;
      return bytes;
    case 2: // Something is put in,
      return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.int(6)), bytes.subarray(at)]);
    case 3: // or something telling,
      return Buffer.concat([
        bytes.subarray(0, at),
        tellingBytes.subarray(random.int(tellingBytes.length)).subarray(0, 1),
        bytes.subarray(at),
      ]);
    case 4: // or left out,
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(until)]);
    case 5: // or said twice.
      return Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]);
    case 6: // It breaks off.
      return bytes.subarray(0, at);
    case 7: // Two parts change places.
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
    default: // A run becomes noise.
      random.bytes(until - at).copy(bytes, at);
      return bytes;
  }
}
