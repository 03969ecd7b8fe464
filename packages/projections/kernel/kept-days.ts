// Rows that stay in memory for some business days; older ones belong to history.

const daysKept = 10;

/** The first of the last `daysKept` business days among those of the records; all are kept before there are as many. */
export function firstDayKept(records: Iterable<{ readonly businessDay: string }>): string {
  const days = new Set(Array.from(records, ({ businessDay }) => businessDay));
  return [...days].sort().at(-daysKept) ?? '';
}
