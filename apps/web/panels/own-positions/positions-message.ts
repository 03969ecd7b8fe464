// The message in place of positions for a dealer with own-only visibility. A position belongs to an account
// and holds the deals of all dealers, so a dealer who sees only their own orders and deals sees no positions.
import type { HqAccess } from '@openpit/wire';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';

/** Undefined for a dealer who may see positions. */
export function positionsMessage(scope: HqAccess['scope']): GridMessage | undefined {
  if (scope !== 'own') return undefined;
  return {
    kind: 'notPermitted',
    title: 'Positions are not shown to you.',
    detail:
      'You see only your own orders and deals, and a position holds those of all dealers. Ask your operator to change that.',
  };
}
