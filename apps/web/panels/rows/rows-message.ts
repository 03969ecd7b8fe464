// What stands in the place of one's own rows while there are none: loading, failed, or nothing yet and how it fills.
import type { LoadStatus } from '../../stores/keyed-store.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';

/** `rows` as a sentence names them: "orders", "deals". */
export function rowsMessage(
  status: LoadStatus,
  rows: string,
  empty: { readonly title: string; readonly detail: string },
): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `Your ${rows} could not be loaded.`,
      detail:
        'They are asked for again when the connection is made anew. Nothing in the market is changed by it.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading your ${rows}…` };
  return { kind: 'empty', ...empty };
}
