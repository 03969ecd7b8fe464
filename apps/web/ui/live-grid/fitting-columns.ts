// Which columns of a grid fit into its panel. Whole columns leave by priority, so that none is cut in the middle.
import type { GridColumn } from './grid-column.ts';

type Placed = Pick<GridColumn<never>, 'id' | 'pinned' | 'priority'>;

/**
 * The ids of the columns that leave. `widths` are those of the columns and `room` that of the panel, in the same unit; a room
 * of 0 is not known yet, and no column leaves.
 */
export function columnsThatLeave(
  columns: readonly Placed[],
  widths: readonly number[],
  room: number,
): ReadonlySet<string> {
  const left = new Set<string>();
  if (room === 0) return left;
  const priorityOf = ({ priority }: Placed, at: number) => priority ?? 100 + at;
  const stays = ({ pinned, priority }: Placed) =>
    pinned === true || (pinned === 'end' && priority === undefined);
  let total = widths.reduce((sum, width) => sum + width, 0);
  while (total > room) {
    const staying = columns.flatMap((column, at) =>
      stays(column) || left.has(column.id) ? [] : [priorityOf(column, at)],
    );
    const highest = Math.max(...staying);
    // The most important columns stay: the grid scrolls.
    if (staying.every((priority) => priority === highest)) return left;
    columns.forEach((column, at) => {
      if (stays(column) || left.has(column.id) || priorityOf(column, at) !== highest) return;
      left.add(column.id);
      total -= widths[at] ?? 0;
    });
  }
  return left;
}

/**
 * The columns with priorities by their importance: each entry names one column, or several, separated by blanks, that leave
 * together. Columns that are not named leave before these, from the right.
 */
export function byImportance<Row>(
  columns: readonly GridColumn<Row>[],
  importance: readonly string[],
): readonly GridColumn<Row>[] {
  const priorities = new Map(importance.flatMap((ids, at) => ids.split(' ').map((id) => [id, at] as const)));
  return columns.map((column) => {
    const priority = priorities.get(column.id);
    return priority === undefined ? column : { ...column, priority };
  });
}
