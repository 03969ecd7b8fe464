// A minimal WebSocket client: counts the frames in a stream of bytes and encodes short frames.

const mask = Buffer.alloc(4);

/**
 * A text frame of up to 65,535 bytes.
 * @param {string} text
 */
export function textFrame(text) {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), mask, payload]);
}

/** Counts the frames in a stream of bytes. `onFrame` gets the length, the chunk and the payload's offset. */
export class FrameCounter {
  #head = Buffer.alloc(0);
  #remaining = 0;
  #onFrame;

  constructor(onFrame) {
    this.#onFrame = onFrame;
  }

  /** @param {Buffer} chunk */
  take(chunk) {
    let at = 0;
    if (this.#head.length > 0) {
      chunk = Buffer.concat([this.#head, chunk]);
      this.#head = Buffer.alloc(0);
    }
    while (at < chunk.length) {
      if (this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= skipped;
        at += skipped;
        continue;
      }
      const short = chunk[at + 1];
      const head = short === undefined ? 14 : short < 126 ? 2 : short === 126 ? 4 : 10;
      if (at + head > chunk.length) {
        this.#head = chunk.subarray(at);
        return;
      }
      const size =
        short < 126 ? short : short === 126 ? chunk.readUInt16BE(at + 2) : chunk.readUIntBE(at + 4, 6);
      this.#onFrame(size, chunk, at + head);
      at += head;
      this.#remaining = size;
    }
  }
}
