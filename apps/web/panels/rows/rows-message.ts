// The message in place of rows while there are none: loading, failed, or empty with a sentence on what fills
// it.
import type { LoadStatus } from '../../stores/keyed-store.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';

export interface RowsTexts {
  /** The rows in a sentence: "Loading your completed orders…". */
  readonly rows: string;
  /** One row and several of them in the footer: "1 order", "2 orders". */
  readonly one: string;
  readonly many: string;
  readonly empty: { readonly title: string; readonly detail: string };
}

export function rowsMessage(
  status: LoadStatus,
  { rows, empty }: Pick<RowsTexts, 'rows' | 'empty'>,
): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `Your ${rows} could not be loaded.`,
      detail: 'They load again when the connection is restored. Nothing in the market has changed.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading your ${rows}…` };
  return { kind: 'empty', ...empty };
}
