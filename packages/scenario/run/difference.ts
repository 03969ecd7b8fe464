// Differences between a run and the expectations of its scenario, and their readable report.

export interface Difference {
  readonly line: number;
  /** The result that the scenario expects. */
  readonly expected: string;
  /**
   * The result in the words of a scenario. A view is shown by its rows, each marked `-` for
   * expected, `+` for actual, or neither.
   */
  readonly actual: readonly string[];
}

/** All differences as text; empty if there are none. */
export function explainDifferences(file: string, differences: readonly Difference[]): string {
  return differences
    .map(({ line, expected, actual }) => {
      const rows = actual.map((row) => (/^[-+ ] /.test(row) ? `    ${row}` : `    actual:   ${row}`));
      return [`${file}:${line}`, `    expected: ${expected}`, ...rows].join('\n');
    })
    .join('\n\n');
}
