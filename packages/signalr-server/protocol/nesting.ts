// Checks the bytes of a message before it is decoded: is it complete, is it nested too deeply, does it
// declare more elements than it has bytes? Without this, a few hostile bytes could exhaust the stack or make
// a decoder allocate memory.
import { ProtocolError } from './protocol-error.ts';

const quote = 0x22;
const backslash = 0x5c;

function tooDeep(maxDepth: number): ProtocolError {
  return new ProtocolError(`A message is nested more than ${maxDepth} levels deep.`, 'depth');
}

/** Throws ProtocolError when the arrays and objects of this JSON text are nested deeper than `maxDepth`. */
export function checkJsonNesting(body: Uint8Array, maxDepth: number): void {
  // A text of n bytes has at most n levels.
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
 * Throws ProtocolError when `body` is not exactly one MessagePack value, is nested deeper than `maxDepth`, or
 * declares more elements in its arrays and maps than there are bytes.
 */
export function checkMessagePackNesting(body: Uint8Array, maxDepth: number): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const size = body.length;
  /** The number of unread elements per level. Level 0 contains the message itself. */
  const unread: number[] = [1];
  let at = 0;

  while (unread.length > 0) {
    const level = unread.length - 1;
    const remaining = unread[level] ?? 0;
    if (remaining === 0) {
      unread.pop();
      continue;
    }
    unread[level] = remaining - 1;
    if (at >= size) throw truncated();
    const head = body[at++] ?? 0;

    /** Null for a value that is not an array or map. */
    let elements: number | null = null;
    let skip = 0;
    if (head < 0x80 || head >= 0xe0) {
      // A fixint: the head is the whole value.
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
      if (unread.length > maxDepth) throw tooDeep(maxDepth);
      unread.push(elements);
    }
    if (at > size) throw truncated();
  }
  if (at !== size) throw new ProtocolError('A message has bytes after its value.');
}

function truncated(): ProtocolError {
  return new ProtocolError('A message ends before its value does.');
}

/** For the heads 0xc0 to 0xdf: the number of bytes of the length field … */
const lengthBytesOf = [
  0, 0, 0, 0, 1, 2, 4, 1, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4,
];
/** … and the number of bytes of the value that are not counted by it (the type byte of an extension). */
const fixedBytesOf = [
  0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17, 0, 0, 0, 0, 0, 0, 0,
];
