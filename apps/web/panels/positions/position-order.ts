// The order of positions while the user has sorted nothing: by contract in the order of the market, a future before its options,
// then by account.
import type { PositionRow } from '@openpit/wire';
import { compareContracts } from '../../stores/market-days.ts';

type Ordered = Pick<PositionRow, 'instrument' | 'contract' | 'principal' | 'subAccount'>;

/** Strikes are compared as numbers. */
const collator = new Intl.Collator('en', { numeric: true });

export function comparePositions(a: Ordered, b: Ordered): number {
  const dated = ({ instrument, contract }: Ordered) => ({
    instrument,
    contractDate: contract.split(' ')[0] ?? '',
  });
  return (
    compareContracts(dated(a), dated(b)) ||
    collator.compare(a.contract, b.contract) ||
    collator.compare(a.principal, b.principal) ||
    collator.compare(a.subAccount ?? '', b.subAccount ?? '')
  );
}
