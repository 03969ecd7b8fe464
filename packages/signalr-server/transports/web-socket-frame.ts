// Encodes a server's WebSocket frame: header and payload in one buffer, so that each client needs a single
// write. A frame that is sent to many clients is encoded once. A joined frame gets its header in the headroom
// before it, without a copy.
import { withHeadroom } from '../outbound/frame-slab.ts';

/** Above this size, copying the payload is slower than a second write. */
const maxCopiedBytes = 64 * 1024;

let lastPayload: Buffer | null = null;
let lastIsBinary = false;
let lastFrame: Buffer | null = null;

/** The header of a final, unmasked frame (RFC 6455 §5.2). */
export function frameHeader(size: number, isBinary: boolean): Buffer {
  const header = Buffer.allocUnsafe(headerBytes(size));
  writeHeader(header, size, isBinary);
  return header;
}

/** The whole frame; null if the payload is so long that header and payload should be written separately. */
export function webSocketFrame(payload: Buffer, isBinary: boolean): Buffer | null {
  if (payload === lastPayload && isBinary === lastIsBinary) return lastFrame;
  const frame = withHeader(payload, isBinary);
  if (frame === null) return null;
  lastPayload = payload;
  lastIsBinary = isBinary;
  lastFrame = frame;
  return frame;
}

function withHeader(payload: Buffer, isBinary: boolean): Buffer | null {
  const { length } = payload;
  const inPlace = withHeadroom(payload, headerBytes(length));
  if (inPlace !== null) {
    writeHeader(inPlace, length, isBinary);
    return inPlace;
  }
  return length > maxCopiedBytes ? null : Buffer.concat([frameHeader(length, isBinary), payload]);
}

function headerBytes(size: number): number {
  return size < 126 ? 2 : size < 65_536 ? 4 : 10;
}

function writeHeader(to: Buffer, size: number, isBinary: boolean): void {
  to[0] = isBinary ? 0x82 : 0x81;
  if (size < 126) {
    to[1] = size;
  } else if (size < 65_536) {
    to[1] = 126;
    to.writeUInt16BE(size, 2);
  } else {
    to[1] = 127;
    to.writeUInt16BE(0, 2);
    to.writeUIntBE(size, 4, 6);
  }
}

/** Counts the frames of a client (RFC 6455 §5.2) in chunks that begin and end anywhere. Checks nothing, because `ws` does. */
export class FrameCounter {
  /** The bytes of the current header that have arrived. Empty while a payload arrives. */
  readonly #header: number[] = [];
  /** Bytes of the current payload that have not arrived. */
  #payloadMissing = 0;

  /** The number of frames that begin in the chunk. */
  push(chunk: Buffer): number {
    const header = this.#header;
    let frames = 0;
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(this.#payloadMissing, chunk.length - at);
      this.#payloadMissing -= skipped;
      at += skipped;
      if (at === chunk.length) break;
      if (header.length === 0) frames += 1;
      header.push(chunk[at] ?? 0);
      at += 1;
      const [, second = 0] = header;
      const lengthBytes = extendedLengthBytes(second & 0x7f);
      if (header.length < 2 + lengthBytes + (second < 0x80 ? 0 : maskBytes)) continue;
      const extended = header.slice(2, 2 + lengthBytes);
      this.#payloadMissing =
        lengthBytes === 0 ? second & 0x7f : extended.reduce((length, byte) => length * 256 + byte, 0);
      header.length = 0;
    }
    return frames;
  }
}

const maskBytes = 4;

const extendedLengthBytes = (length: number): number => (length < 126 ? 0 : length === 126 ? 2 : 8);
