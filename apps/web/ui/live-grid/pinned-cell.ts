// The position of a cell of a pinned column: at the left beside the other pinned ones, or at the right
// border.
import type { GridColumn } from './grid-column.ts';
import styles from './live-grid.module.css';

type Pinned = Pick<GridColumn<never>, 'pinned'>;

export function pinClass({ pinned }: Pinned): string | undefined {
  return pinned === 'end' ? styles.pinnedEnd : pinned === true ? styles.pinned : undefined;
}

/** The distance from the left is set once, at the root of the grid. */
export function pinStyle(
  { pinned }: Pinned,
  at: number,
): { readonly left: `var(--pinned-${number})` } | undefined {
  return pinned === true ? { left: `var(--pinned-${at})` } : undefined;
}
