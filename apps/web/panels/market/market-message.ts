// The message in place of market rows while there are none: loading, failed, or none of this kind.
import type { LoadStatus } from '../../stores/keyed-store.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';

export function marketMessage(
  status: LoadStatus,
  empty: { readonly title: string; readonly detail?: string },
): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: 'The market could not be loaded.',
      detail: 'It loads again when the connection is restored.',
    };
  if (status !== 'success') return { kind: 'loading', title: 'Loading the market…' };
  return { kind: 'empty', detail: 'The exchange lists none in its reference data.', ...empty };
}

/** While there is no contract of this kind, or none of the instruments that the layout names. */
export const noneOf = (kind: string, instruments: readonly string[] | null) =>
  instruments === null
    ? { title: `No ${kind} are listed.` }
    : { title: `No ${kind} of these instruments.`, detail: 'The panel is limited to some instruments.' };
