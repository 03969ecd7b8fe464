// The memory in which the messages of a client are joined. What a transport has taken is written over by the next frame,
// so that a full floor allocates nothing; what it has not is kept where it is, close together with its like.

/** Free bytes before each frame, for a header of the transport: as long as the longest of RFC 6455 §5.2, on a multiple of 8. */
const roomBefore = 16;
const slabBytes = 64 * 1024;

const slabs = new WeakSet<ArrayBufferLike>();

export class FrameMemory {
  #slab: Buffer | null = null;
  /** Where kept frames end. */
  #kept = 0;
  /** Where the last frame ends. */
  #used = 0;

  /** Room for a frame of `size` bytes; it writes over the last one unless that was kept. */
  place(size: number): Buffer {
    if (size > slabBytes - roomBefore) {
      // By itself: nothing of it lies in the slab.
      this.#used = this.#kept;
      return newSlab(size + roomBefore).subarray(roomBefore);
    }
    if (this.#slab === null || this.#kept + roomBefore + size > slabBytes) {
      this.#slab = newSlab(slabBytes);
      this.#kept = 0;
    }
    const start = this.#kept + roomBefore;
    this.#used = start + size;
    return this.#slab.subarray(start, this.#used);
  }

  /** The last frame is still needed. */
  keepLast(): void {
    this.#kept = this.#used;
  }
}

/** The frame with so many free bytes before it; null when it was not placed here and has none. */
export function withRoomBefore(frame: Buffer, bytes: number): Buffer | null {
  if (bytes > roomBefore || !slabs.has(frame.buffer)) return null;
  return Buffer.from(frame.buffer, frame.byteOffset - bytes, frame.length + bytes);
}

function newSlab(bytes: number): Buffer {
  const slab = Buffer.allocUnsafeSlow(bytes);
  slabs.add(slab.buffer);
  return slab;
}
