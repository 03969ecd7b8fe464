// Looks over the bytes of a message before it is decoded: is it whole, is it nested too deeply, does it claim more
// elements than it has bytes? So that a few hostile bytes can neither exhaust the stack nor make a decoder allocate.
import { ProtocolError } from './protocol-error.ts';

const quote = 0x22;
const backslash = 0x5c;

function tooDeep(maxDepth: number): ProtocolError {
  return new ProtocolError(`A message is nested more than ${maxDepth} levels deep.`, 'depth');
}

/** Throws ProtocolError when the arrays and objects of this JSON text are nested deeper than `maxDepth`. */
export function checkJsonNesting(body: Uint8Array, maxDepth: number): void {
  // Fewer bytes than levels: nothing to see.
  if (body.length <= maxDepth) return;
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (isInString) {
      if (byte === backslash) i++;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) throw tooDeep(maxDepth);
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
}

/**
 * Throws ProtocolError when `body` is not exactly one MessagePack value, is nested deeper than `maxDepth`, or its arrays
 * and maps claim more elements than there are bytes.
 */
export function checkMessagePackNesting(body: Uint8Array, maxDepth: number): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const size = body.length;
  /** Elements still to come on each level; level 0 holds the message itself. */
  const missing: number[] = [1];
  let at = 0;

  while (missing.length > 0) {
    const level = missing.length - 1;
    const left = missing[level] ?? 0;
    if (left === 0) {
      missing.pop();
      continue;
    }
    missing[level] = left - 1;
    if (at >= size) throw truncated();
    const head = body[at++] ?? 0;

    /** Null for a value that is no array or map. */
    let elements: number | null = null;
    let skip = 0;
    if (head < 0x80 || head >= 0xe0) {
      // A small number.
    } else if (head < 0x90) {
      elements = (head & 0x0f) * 2;
    } else if (head < 0xa0) {
      elements = head & 0x0f;
    } else if (head < 0xc0) {
      skip = head & 0x1f;
    } else {
      const lengthBytes = lengthBytesOf[head - 0xc0] ?? 0;
      if (at + lengthBytes > size) throw truncated();
      const length =
        lengthBytes === 0
          ? 0
          : lengthBytes === 1
            ? view.getUint8(at)
            : lengthBytes === 2
              ? view.getUint16(at)
              : view.getUint32(at);
      at += lengthBytes;
      if (head >= 0xde) elements = length * 2;
      else if (head >= 0xdc) elements = length;
      else skip = length + (fixedBytesOf[head - 0xc0] ?? 0);
    }

    at += skip;
    if (elements !== null) {
      if (missing.length > maxDepth) throw tooDeep(maxDepth);
      missing.push(elements);
    }
    if (at > size) throw truncated();
  }
  if (at !== size) throw new ProtocolError('A message holds more bytes than its value.');
}

function truncated(): ProtocolError {
  return new ProtocolError('A message ends before its value does.');
}

/** For the heads 0xc0 to 0xdf: bytes of the length that follows … */
const lengthBytesOf = [
  0, 0, 0, 0, 1, 2, 4, 1, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4,
];
/** … and bytes of the value besides what that length says (an extension has a type byte). */
const fixedBytesOf = [
  0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17, 0, 0, 0, 0, 0, 0, 0,
];
