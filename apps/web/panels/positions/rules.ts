// The order of positions, and the explanation of one: its lots at the beginning of the day and the deals that count, which add up to
// its net lots (PANEL-8).
import { type DealRow, type PositionRow, toCents, toRand } from '@openpit/wire';
import { compareContractNames } from '../../stores/market-days.ts';

type PositionDeal = Pick<
  DealRow,
  | 'dealSeq'
  | 'matchSeq'
  | 'time'
  | 'contract'
  | 'principal'
  | 'subAccount'
  | 'side'
  | 'qty'
  | 'price'
  | 'counterparty'
  | 'origin'
  | 'state'
>;
type Account = Pick<PositionRow, 'contract' | 'principal' | 'subAccount'>;

/** The deals of the account in the contract that count, the oldest first. Replaced and cancelled deals are in no position. */
export function dealsOfPosition<Deal extends PositionDeal>(
  { contract, principal, subAccount }: Account,
  deals: readonly Deal[],
): readonly Deal[] {
  return deals
    .filter(
      (deal) =>
        (deal.state === 'Open' || deal.state === 'Assigning') &&
        deal.contract === contract &&
        deal.principal === principal &&
        deal.subAccount === subAccount,
    )
    .sort((a, b) => a.time - b.time || a.dealSeq - b.dealSeq);
}

export const signedLotsOf = ({ side, qty }: Pick<PositionDeal, 'side' | 'qty'>): number =>
  side === 'B' ? qty : -qty;

/** False while some of its deals have not arrived, or are of an account that the user does not fully see. */
export function dealsAddUp(
  { opening, net }: Pick<PositionRow, 'opening' | 'net'>,
  deals: readonly Pick<PositionDeal, 'side' | 'qty'>[],
): boolean {
  return deals.reduce((sum, deal) => sum + signedLotsOf(deal), opening) === net;
}

/** The initial margin that the account deposited for all of its positions in the instrument, in rand. */
export function classMarginOf(
  { principal, instrument }: Pick<PositionRow, 'principal' | 'instrument'>,
  positions: readonly Pick<PositionRow, 'principal' | 'instrument' | 'margin'>[],
): number {
  const cents = positions
    .filter((row) => row.principal === principal && row.instrument === instrument)
    .reduce((sum, { margin }) => sum + toCents(margin), 0);
  return toRand(cents);
}

type SortablePosition = Pick<PositionRow, 'contract' | 'principal' | 'subAccount'>;

const collator = new Intl.Collator('en', { numeric: true });

/**
 * The order of positions while the user has sorted nothing: by contract in the order of the market, a future before its options, then by
 * account.
 */
export function comparePositions(a: SortablePosition, b: SortablePosition): number {
  return (
    compareContractNames(a.contract, b.contract) ||
    collator.compare(a.principal, b.principal) ||
    collator.compare(a.subAccount ?? '', b.subAccount ?? '')
  );
}
