// Many byte strings in two buffers, which are moved to another thread instead of copied.

export interface PackedRows {
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function pack(rows: readonly Uint8Array[]): PackedRows {
  const lengths = new Uint32Array(rows.length);
  let total = 0;
  for (const [index, row] of rows.entries()) {
    lengths[index] = row.length;
    total += row.length;
  }
  const bytes = new Uint8Array(total);
  let offset = 0;
  for (const row of rows) {
    bytes.set(row, offset);
    offset += row.length;
  }
  return { lengths, bytes };
}

/** Each row as a copy: a view would take the whole buffer along when it is cloned to another thread. */
export function unpack({ lengths, bytes }: PackedRows): Uint8Array<ArrayBuffer>[] {
  let offset = 0;
  return Array.from(lengths, (length) => {
    const row = bytes.slice(offset, offset + length);
    offset += length;
    return row;
  });
}

/** The buffers to move with a message that contains these rows. */
export function buffersOf({ lengths, bytes }: PackedRows): ArrayBuffer[] {
  return [lengths.buffer, bytes.buffer];
}
