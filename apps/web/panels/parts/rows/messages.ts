// The messages that panels show in place of rows, and the accounts that rows are about.
import type { HqAccess } from '@openpit/wire';
import type { LoadStatus } from '../../../stores/keyed-store.ts';
import { useSession } from '../../../stores/session.ts';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';

export interface RowsTexts {
  /** The rows in a sentence: "Loading your completed orders…". */
  readonly rows: string;
  /** True if the rows are the same for everyone: the sentence then begins with “The” in place of “Your”. */
  readonly isOfMarket?: boolean;
  /** One row and several of them in the footer: "1 order", "2 orders". */
  readonly one: string;
  readonly many: string;
  readonly empty: { readonly title: string; readonly detail: string };
}

/** The message in place of rows: loading, failed, or empty with a sentence about future rows. */
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

/**
 * Returns the message instead of the money of accounts for a dealer with own-only visibility, and
 * `undefined` for a dealer who may see accounts. An account holds the deals of all dealers, so a
 * dealer who sees only their own orders and deals sees none.
 */
export function accountsMessage(scope: HqAccess['scope'], title: string): GridMessage | undefined {
  if (scope !== 'own') return undefined;
  return {
    kind: 'notPermitted',
    title,
    detail:
      'You see only your own orders and deals, and an account has those of all dealers. Ask your operator to change that.',
  };
}

/** The message of `accountsMessage` for the signed-in user. */
export const useAccountsMessage = (title: string): GridMessage | undefined =>
  accountsMessage(
    useSession(({ hqAccess }) => hqAccess?.scope),
    title,
  );

interface OfAccount {
  readonly principal: string;
  readonly member: string;
}

/**
 * The accounts that rows of accounts are about, as choices: the member's own account first, then
 * its clients.
 */
export function accountsIn(rows: readonly OfAccount[]): readonly string[] {
  const isClient = new Map(rows.map(({ principal, member }) => [principal, principal !== member]));
  return [...isClient.entries()]
    .sort(([a, one], [b, other]) => Number(one) - Number(other) || (a < b ? -1 : 1))
    .map(([principal]) => principal);
}
