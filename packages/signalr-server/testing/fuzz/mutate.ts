// Mutates bytes as a hostile or broken client might.
import type { SeededRandom } from './seeded-random.ts';

/** Bytes with a meaning in one of the protocols: separators, quotes, brackets, MessagePack heads. */
const syntaxBytes = Buffer.from([
  0x00, 0x01, 0x0a, 0x0d, 0x1e, 0x22, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x7f, 0x80, 0x90, 0x95, 0x9f, 0xa0, 0xbf,
  0xc0, 0xc1, 0xc4, 0xc6, 0xc7, 0xc9, 0xd3, 0xd9, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xff,
]);

/** Returns a mutated copy of `bytes`. */
export function mutate(random: SeededRandom, bytes: Buffer): Buffer {
  let mutated = Buffer.from(bytes);
  const changes = 1 + random.int(3);
  for (let i = 0; i < changes; i++) mutated = mutateOnce(random, mutated);
  return mutated;
}

function mutateOnce(random: SeededRandom, bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const at = random.int(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.int(8));
  switch (random.int(9)) {
    case 0: // Flip a bit.
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
      return bytes;
    case 1: // Replace a byte with a syntax byte.
      if (at < bytes.length) bytes[at] = syntaxBytes[random.int(syntaxBytes.length)] ?? 0;
      return bytes;
    case 2: // Insert random bytes.
      return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.int(6)), bytes.subarray(at)]);
    case 3: // Insert a syntax byte.
      return Buffer.concat([
        bytes.subarray(0, at),
        syntaxBytes.subarray(random.int(syntaxBytes.length)).subarray(0, 1),
        bytes.subarray(at),
      ]);
    case 4: // Remove bytes.
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    case 5: // Repeat bytes.
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
    case 6: // Truncate.
      return bytes.subarray(0, at);
    case 7: // Swap two parts.
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]);
    default: // Randomize a range.
      random.bytes(end - at).copy(bytes, at);
      return bytes;
  }
}
