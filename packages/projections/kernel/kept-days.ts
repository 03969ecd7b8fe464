// Rows that stay in memory for some business days; older rows belong to history.

const daysKept = 10;

/** The first of the last `daysKept` business days of the records; the first of all if there are fewer. */
export function firstDayKept(records: Iterable<{ readonly businessDay: string }>): string {
  const days = new Set(Array.from(records, ({ businessDay }) => businessDay));
  return [...days].sort().at(-daysKept) ?? '';
}
