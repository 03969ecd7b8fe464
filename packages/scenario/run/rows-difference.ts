// Compares two lists of rows by their longest common subsequence: missing rows, extra rows and common rows, in order.

interface RowDifference {
  /** `-` expected, but missing; `+` actual, but not expected; a space: both. */
  readonly mark: '-' | '+' | ' ';
  readonly row: string;
}

export function rowsDifference(expected: readonly string[], actual: readonly string[]): RowDifference[] {
  // common[i][j]: the length of the longest common subsequence of the rows from i and from j on.
  const common = Array.from({ length: expected.length + 1 }, () =>
    new Array<number>(actual.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = expected.length - 1; i >= 0; i -= 1)
    for (let j = actual.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      const length = expected[i] === actual[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      if (row !== undefined) row[j] = length;
    }
  const differences: RowDifference[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < actual.length) {
    const [expectedRow = '', actualRow = ''] = [expected[i], actual[j]];
    if (i < expected.length && j < actual.length && expectedRow === actualRow) {
      differences.push({ mark: ' ', row: expectedRow });
      i += 1;
      j += 1;
    } else if (i < expected.length && (j === actual.length || at(i + 1, j) >= at(i, j + 1))) {
      differences.push({ mark: '-', row: expectedRow });
      i += 1;
    } else {
      differences.push({ mark: '+', row: actualRow });
      j += 1;
    }
  }
  return differences;
}
