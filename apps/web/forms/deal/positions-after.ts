// The net positions of the own accounts before and after an action on deals: those of the market's rows, and the lots that the
// action moves.
import type { PositionRow } from '@openpit/wire';
import type { ShownDeal } from './deal-lines.ts';
import { accountText } from './deal-lines.ts';

type OwnDeal = Pick<ShownDeal, 'contract' | 'side' | 'qty' | 'principal' | 'subAccount'>;

/** The deals of the own member that an action replaces, and what it makes of them. */
export interface ReplacedDeals {
  readonly from: readonly OwnDeal[];
  readonly to: readonly OwnDeal[];
}

export interface MovedPosition {
  /** "FARM1 / NORTH". */
  readonly account: string;
  readonly contract: string;
  /** Signed lots; short is negative. */
  readonly before: number;
  readonly after: number;
}

/** The positions that change, in the order in which the deals name their accounts. */
export function positionsAfter(
  { from, to }: ReplacedDeals,
  positions: readonly Pick<PositionRow, 'contract' | 'principal' | 'subAccount' | 'net'>[],
): readonly MovedPosition[] {
  const moved = new Map<string, { readonly of: OwnDeal; readonly lots: number }>();
  const add = (deal: OwnDeal, sign: 1 | -1) => {
    const key = keyOf(deal);
    const lots = sign * (deal.side === 'B' ? deal.qty : -deal.qty);
    moved.set(key, { of: deal, lots: (moved.get(key)?.lots ?? 0) + lots });
  };
  for (const deal of from) add(deal, -1);
  for (const deal of to) add(deal, 1);
  return [...moved].flatMap(([key, { of, lots }]) => {
    if (lots === 0) return [];
    const before = positions.find((position) => keyOf(position) === key)?.net ?? 0;
    return [{ account: accountText(of), contract: of.contract, before, after: before + lots }];
  });
}

/** Forms write an account without a sub-account as the empty text. */
const keyOf = ({ contract, principal, subAccount }: Pick<OwnDeal, 'contract' | 'principal' | 'subAccount'>) =>
  JSON.stringify([contract, principal, subAccount ?? '']);
