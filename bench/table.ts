// Prints tables: text on the left of a column, numbers on the right.

export type Cell = string | number;

export function printTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const text = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell)),
  );
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...text.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], row?: readonly Cell[]) =>
    cells
      .map((cell, column) =>
        typeof row?.[column] === 'number'
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  console.log(`\n${title}`);
  console.log(line(headings));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const [at, cells] of text.entries()) console.log(line(cells, rows[at]));
}

/** The value that this share of the sorted values is below. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
