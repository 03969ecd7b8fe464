// What stands in the place of positions while there are none. They are of accounts, in which the deals of all dealers are together: to a
// dealer who sees his own orders and deals only they are not shown, and he is told why.
import type { HqAccess } from '@openpit/wire';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { rowsMessage } from '../rows/rows-message.ts';

export function positionsMessage(status: LoadStatus, scope: HqAccess['scope']): GridMessage {
  if (scope === 'own')
    return {
      kind: 'notPermitted',
      title: 'Positions are not shown to you.',
      detail:
        'Your account is kept to your own orders and deals, and a position holds those of all dealers. Ask your operator to change that.',
    };
  return rowsMessage(status, 'positions', {
    title: 'No positions.',
    detail: 'A position shows here with your first deal in a contract.',
  });
}
