// The message in place of rows while there are none: loading, failed, or empty with a sentence on what fills
// it.
import type { LoadStatus } from '../../stores/keyed-store.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';

export interface RowsTexts {
  /** The rows in a sentence: "Loading your completed orders…". */
  readonly rows: string;
  /** Whether they are the same for everyone: the sentence then begins with “The” in place of “Your”. */
  readonly isOfMarket?: boolean;
  /** One row and several of them in the footer: "1 order", "2 orders". */
  readonly one: string;
  readonly many: string;
  readonly empty: { readonly title: string; readonly detail: string };
}

export function rowsMessage(
  status: LoadStatus,
  { rows, isOfMarket = false, empty }: Pick<RowsTexts, 'rows' | 'isOfMarket' | 'empty'>,
): GridMessage {
  const whose = isOfMarket ? 'The' : 'Your';
  if (status === 'error')
    return {
      kind: 'error',
      title: `${whose} ${rows} could not be loaded.`,
      detail: 'They load again when the connection is restored. Nothing in the market has changed.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading ${whose.toLowerCase()} ${rows}…` };
  return { kind: 'empty', ...empty };
}
