// The message in place of the money of accounts for a dealer with own-only visibility: an account holds the deals of all
// dealers, so a dealer who sees only their own orders and deals sees none.
import type { HqAccess } from '@openpit/wire';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';

/** Undefined for a dealer who may see accounts. */
export function accountsMessage(scope: HqAccess['scope'], title: string): GridMessage | undefined {
  if (scope !== 'own') return undefined;
  return {
    kind: 'notPermitted',
    title,
    detail:
      'You see only your own orders and deals, and an account has those of all dealers. Ask your operator to change that.',
  };
}
