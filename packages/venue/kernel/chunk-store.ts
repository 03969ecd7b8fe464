// Stores chunks of bytes that no longer change. The venue and the projections have no access to the disk: the server passes them
// a store that uses files (decision 31), and everything else keeps the chunks in memory.

export interface Chunk {
  /** Returns the stored bytes, which must not be changed. */
  readonly bytes: Uint8Array;
  /** The chunk is not read again. */
  drop(): void;
}

export interface ChunkStore {
  /** The bytes must not be changed any more. */
  keep(bytes: Uint8Array): Chunk;
}

export const chunksInMemory: ChunkStore = {
  keep: (bytes) => ({ bytes, drop: () => undefined }),
};
