// How a cell of a column that stays in view is placed: at the left one beside the other, at the end against the border.
import type { GridColumn } from './grid-column.ts';
import styles from './live-grid.module.css';

type Pinned = Pick<GridColumn<never>, 'pinned'>;

export function pinClass({ pinned }: Pinned): string | undefined {
  return pinned === 'end' ? styles.pinnedEnd : pinned === true ? styles.pinned : undefined;
}

/** How far from the left it stays is set once at the grid's root. */
export function pinStyle(
  { pinned }: Pinned,
  at: number,
): { readonly left: `var(--pinned-${number})` } | undefined {
  return pinned === true ? { left: `var(--pinned-${at})` } : undefined;
}
