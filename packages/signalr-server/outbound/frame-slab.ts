// The memory for joining the messages of a client into a frame. A frame that the transport has sent is
// overwritten by the next frame, so that a steady flow allocates nothing. Frames that are still needed are
// kept, packed closely in slabs.

/** Free bytes before each frame for the transport's header (RFC 6455 §5.2: at most 14), rounded up. */
const headroomBytes = 16;
const slabBytes = 64 * 1024;

const slabs = new WeakSet<ArrayBufferLike>();

export class FrameSlab {
  #slab: Buffer | null = null;
  /** The end of the kept frames. */
  #kept = 0;
  /** The end of the last frame. */
  #used = 0;

  /** Returns memory for a frame of `size` bytes. It overwrites the last frame unless that was kept. */
  allocate(size: number): Buffer {
    if (size > slabBytes - headroomBytes) {
      // A long frame has its own memory, outside the slab.
      this.#used = this.#kept;
      return newSlab(size + headroomBytes).subarray(headroomBytes);
    }
    if (this.#slab === null || this.#kept + headroomBytes + size > slabBytes) {
      this.#slab = newSlab(slabBytes);
      this.#kept = 0;
    }
    const start = this.#kept + headroomBytes;
    this.#used = start + size;
    return this.#slab.subarray(start, this.#used);
  }

  /** Keeps the last frame: it will not be overwritten. */
  keepLast(): void {
    this.#kept = this.#used;
  }
}

/** The frame extended by `bytes` bytes before it; null if it has too little headroom. */
export function withHeadroom(frame: Buffer, bytes: number): Buffer | null {
  if (bytes > headroomBytes || !slabs.has(frame.buffer)) return null;
  return Buffer.from(frame.buffer, frame.byteOffset - bytes, frame.length + bytes);
}

function newSlab(bytes: number): Buffer {
  const slab = Buffer.allocUnsafeSlow(bytes);
  slabs.add(slab.buffer);
  return slab;
}
