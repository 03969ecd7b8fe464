// The deals before and after an action, as the forms show them. Resulting prices are estimated with the market's own rules until
// the market's rows arrive.

import { accountName, type DealRow, otherSide, type PositionRow, type Side } from '@openpit/wire';
import Big from 'big.js';
import { priceText, sideVerb } from '../../market/market-text.ts';
import { formatLots, formatPrice } from '../../ui/format.ts';

export interface DealLine {
  /** "Deal 41", "Part 1", "New deal". */
  readonly name: string;
  /** "Buy 10 at 4 035.20". */
  readonly terms: string;
  readonly side: Side;
  /** "for FARM1 NORTH, dealer ABD, with VELD". */
  readonly parties: string;
}

/** The fields of a deal that appear in a line. */
type ShownDeal = Pick<
  DealRow,
  | 'contract'
  | 'instrument'
  | 'side'
  | 'qty'
  | 'price'
  | 'principal'
  | 'subAccount'
  | 'dealer'
  | 'counterparty'
>;

export function dealLine(name: string, deal: ShownDeal): DealLine {
  const { side, qty } = deal;
  return {
    name,
    side,
    terms: `${sideVerb(side)} ${formatLots(qty)} at ${dealPriceText(deal)}`,
    parties: partiesOf(deal),
  };
}

/** Uses the contract's decimals; an average with more is shown to four decimals. */
export function dealPriceText(deal: Pick<DealRow, 'price' | 'contract' | 'instrument'>): string {
  const isAverage = Math.round(deal.price * 10_000) % 100 !== 0;
  return isAverage ? formatPrice(deal.price, 4) : priceText(deal.price, deal);
}

function partiesOf({ principal, subAccount, dealer, counterparty }: ShownDeal): string {
  return [
    `for ${accountName({ principal, subAccount: subAccount || null })}`,
    ...(dealer === '' ? [] : [`dealer ${dealer}`]),
    `with ${counterparty === '' ? 'several members' : counterparty}`,
  ].join(', ');
}

export const lineOfDeal = (deal: DealRow): DealLine => dealLine(`Deal ${deal.dealSeq}`, deal);

/** The volume-weighted average price of these deals, to four decimals. */
export function averagePriceOf(deals: readonly Pick<DealRow, 'price' | 'qty'>[]): number {
  const lots = deals.reduce((sum, { qty }) => sum + qty, 0);
  const paid = deals.reduce((sum, { price, qty }) => sum.plus(new Big(price).times(qty)), new Big(0));
  return lots === 0 ? 0 : paid.div(lots).round(4).toNumber();
}

/** One deal of several. */
export function cumulatedDeal(deals: readonly [DealRow, ...DealRow[]]): ShownDeal {
  const [first] = deals;
  const isSame = deals.every(({ counterparty }) => counterparty === first.counterparty);
  return {
    ...first,
    qty: deals.reduce((sum, { qty }) => sum + qty, 0),
    price: averagePriceOf(deals),
    counterparty: isSame ? first.counterparty : '',
  };
}

/** The deals that the user keeps after passing a deal on: the same deal in the member's own name, and its offset. */
export function ownNameAndOffset(deal: DealRow): readonly [own: DealRow, offset: DealRow] {
  const ownDeal = { ...deal, principal: deal.member, subAccount: null };
  return [ownDeal, { ...ownDeal, side: otherSide(deal.side) }];
}

/**
 * All deals that replace a deal that was passed on: the same deal in the member's own name, its offset with the other member, and
 * the other member's deal (market/deals.md, Deals).
 */
export function linesWhenPassedOn(
  deal: DealRow,
  { member, principal }: { readonly member: string; readonly principal: string },
): readonly DealLine[] {
  const [ownName, offset] = ownNameAndOffset(deal);
  return [
    dealLine('In your own name', ownName),
    dealLine('Offset', { ...offset, counterparty: member }),
    dealLine(`At ${member}`, { ...deal, principal, subAccount: null, dealer: '', counterparty: deal.member }),
  ];
}

export type OwnDeal = Pick<ShownDeal, 'contract' | 'side' | 'qty' | 'principal' | 'subAccount'>;

/** The deals of the user's member that an action replaces, and the deals that replace them. */
export interface ReplacedDeals {
  readonly from: readonly OwnDeal[];
  readonly to: readonly OwnDeal[];
}

interface MovedPosition {
  /** "FARM1 NORTH". */
  readonly account: string;
  readonly contract: string;
  /** Signed lots; short is negative. */
  readonly before: number;
  readonly after: number;
}

/**
 * Computes the user's net positions before and after an action on deals, from the market's rows and
 * the lots that the action moves. Returns the positions that change, in the order in which the
 * deals name their accounts.
 */
export function positionsAfter(
  { from, to }: ReplacedDeals,
  positions: readonly Pick<PositionRow, 'contract' | 'principal' | 'subAccount' | 'net'>[],
): readonly MovedPosition[] {
  const moved = new Map<string, { readonly deal: OwnDeal; readonly lots: number }>();
  const add = (deal: OwnDeal, sign: 1 | -1) => {
    const key = keyOf(deal);
    const lots = sign * (deal.side === 'B' ? deal.qty : -deal.qty);
    moved.set(key, { deal, lots: (moved.get(key)?.lots ?? 0) + lots });
  };
  for (const deal of from) add(deal, -1);
  for (const deal of to) add(deal, 1);
  return [...moved].flatMap(([key, { deal, lots }]) => {
    if (lots === 0) return [];
    const before = positions.find((position) => keyOf(position) === key)?.net ?? 0;
    const account = accountName({ ...deal, subAccount: deal.subAccount || null });
    return [{ account, contract: deal.contract, before, after: before + lots }];
  });
}

/** Forms represent a missing sub-account by an empty string. */
const keyOf = ({ contract, principal, subAccount }: Pick<OwnDeal, 'contract' | 'principal' | 'subAccount'>) =>
  JSON.stringify([contract, principal, subAccount ?? '']);
