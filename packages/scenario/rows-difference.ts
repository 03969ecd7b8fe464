// Two lists of rows side by side: what is told and was not found, what was found and is not told, and what agrees, in
// their order, by their longest common part.

export interface RowDifference {
  /** `-` told, not found; `+` found, not told; a space: both. */
  readonly mark: '-' | '+' | ' ';
  readonly row: string;
}

export function rowsDifference(told: readonly string[], found: readonly string[]): RowDifference[] {
  // common[i][j]: how many rows agree from row i of what is told and row j of what was found on.
  const common = Array.from({ length: told.length + 1 }, () => new Array<number>(found.length + 1).fill(0));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = told.length - 1; i >= 0; i -= 1)
    for (let j = found.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      const agreed = told[i] === found[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      if (row !== undefined) row[j] = agreed;
    }
  const differences: RowDifference[] = [];
  let [i, j] = [0, 0];
  while (i < told.length || j < found.length) {
    const [one = '', other = ''] = [told[i], found[j]];
    if (i < told.length && j < found.length && one === other) {
      differences.push({ mark: ' ', row: one });
      i += 1;
      j += 1;
    } else if (i < told.length && (j === found.length || at(i + 1, j) >= at(i, j + 1))) {
      differences.push({ mark: '-', row: one });
      i += 1;
    } else {
      differences.push({ mark: '+', row: other });
      j += 1;
    }
  }
  return differences;
}
