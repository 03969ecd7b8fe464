// A place for chunks of bytes that no longer change. The venue and the projections read no disk: the server gives them a store that does
// (decision 31), and everything else keeps the chunks in memory.

export interface Chunk {
  /** Equal to the bytes that were kept. They must not be changed. */
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
