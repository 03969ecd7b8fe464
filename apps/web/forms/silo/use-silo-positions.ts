// The positions of the own accounts in futures that are delivered, for the forms of tenders and bids.

import type { SiloPositionRow } from '@openpit/wire';
import type { SiloAccount } from '../../actions/dialogs.ts';
import { useDataSet } from '../../panels/sources/use-store.ts';
import { useSession } from '../../stores/session.ts';

/** Null where positions are not shown or not loaded yet. */
export function useSiloPositions(): readonly SiloPositionRow[] | null {
  const { rows, status } = useDataSet('siloPositions');
  const isOwnOnly = useSession(({ hqAccess }) => hqAccess?.scope === 'own');
  return isOwnOnly || status !== 'success' ? null : rows;
}

export const positionOf = (
  rows: readonly SiloPositionRow[],
  contract: string,
  { principal, subAccount }: SiloAccount,
): SiloPositionRow | undefined =>
  rows.find(
    (row) => row.contract === contract && row.principal === principal && row.subAccount === subAccount,
  );
