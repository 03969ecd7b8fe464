// What an order on a split, a spread or a delta deals in other contracts, in words for the ticket: now, or at its own price while
// nothing deals.
import { classifyContract, type DeltaTerms, type MarketRow, type Side } from '@openpit/wire';
import { sideVerb } from '../../actions/order-actions.ts';
import { formatPrice } from '../../ui/format.ts';
import type { DealsNow } from './deals-now.ts';
import { legsSentence } from './deals-words.ts';
import { deltaLegs, type Leg, type LegMarket, legOutsideLimits, legsNow } from './legs-now.ts';

export interface LegFacts {
  readonly marketOf: (contract: string) => LegMarket | undefined;
  readonly decimalsOf: (contract: string) => number;
  /** Of the pair. */
  readonly tick: number;
}

export interface LegLines {
  readonly lines: readonly string[];
  /** Why the market would reject the order; null when it would not because of a leg. */
  readonly warning: string | null;
}

const none: LegLines = { lines: [], warning: null };

export function legLines(
  row: MarketRow,
  wanted: {
    readonly side: Side;
    readonly qty: number;
    readonly price: number;
    /** What an order on a delta agrees to itself. */
    readonly ownTerms: DeltaTerms | null;
  },
  deals: DealsNow,
  facts: LegFacts,
): LegLines {
  switch (classifyContract(row.contractDisplay)) {
    case 'splits':
    case 'spreads':
      return linesOfPair(row, wanted, deals, facts);
    case 'deltas':
      return linesOfDelta(row, wanted, deals, facts);
    default:
      return none;
  }
}

function linesOfPair(
  row: MarketRow,
  { side, qty, price }: { readonly side: Side; readonly qty: number; readonly price: number },
  deals: DealsNow,
  { marketOf, decimalsOf, tick }: LegFacts,
): LegLines {
  const isDealing = deals.dealt > 0;
  const fills = isDealing ? deals.fills : [{ price, qty }];
  const legs = legsNow(row, { side, fills, tick }, marketOf);
  if (legs === null) return none;
  const at = (leg: Leg) => formatPrice(leg.average, decimalsOf(leg.contract));
  const words = isDealing
    ? `${legsSentence(legs, decimalsOf)}.`
    : `${legs.map(legWords).join(', ')}; about ${legs.map(at).join(' / ')}.`;
  const outside = isDealing ? legOutsideLimits(legs, marketOf) : null;
  return {
    lines: [words, ...impliedLine(row, decimalsOf)],
    warning:
      outside === null
        ? null
        : `${outside.contract} would deal at ${at(outside)}, outside its limits: the market rejects such an order.`,
  };
}

/** "Buys 10 MAY27 WMAZ", "sells 10 MAR27 WMAZ". */
const legWords = ({ side, qty, contract }: Leg, index: number) => {
  const verb = `${sideVerb(side)}s`;
  return `${index === 0 ? verb : verb.toLowerCase()} ${qty} ${contract}`;
};

function impliedLine(
  { impliedBid, impliedOffer, instrument, near }: MarketRow,
  decimalsOf: LegFacts['decimalsOf'],
) {
  if ((impliedBid ?? null) === null && (impliedOffer ?? null) === null) return [];
  const decimals = decimalsOf(near ?? instrument);
  return [
    `The legs’ books imply ${formatPrice(impliedBid, decimals)} bid, ${formatPrice(impliedOffer, decimals)} offered.`,
  ];
}

function linesOfDelta(
  row: MarketRow,
  wanted: { readonly side: Side; readonly qty: number; readonly ownTerms: DeltaTerms | null },
  deals: DealsNow,
  { marketOf, decimalsOf, tick }: LegFacts,
): LegLines {
  const { side, qty, ownTerms } = wanted;
  const legs = legsNow(row, { side, fills: deals.fills, tick }, marketOf) ?? [];
  const dealing = legs.length === 0 ? [] : [`${legsSentence(legs, decimalsOf)}.`];
  const resting = deals.isLeftKilled ? 0 : deals.left;
  // While nothing deals the order is described by its own terms, also one that would be killed.
  const ownLots = deals.dealt === 0 ? qty : resting;
  if (ownTerms === null || ownLots === 0) return { lines: dealing, warning: null };
  const [, hedge] = deltaLegs(row, side, [{ qty: ownLots, terms: ownTerms }]);
  const of = deals.dealt === 0 ? 'Hedge' : 'Hedge of what rests';
  const own =
    hedge === undefined
      ? 'No hedge: less than half a lot.'
      : `${of}: ${sideVerb(hedge.side).toLowerCase()} ${hedge.qty} ${hedge.contract} at ${formatPrice(hedge.average, decimalsOf(hedge.contract))}`;
  return { lines: [...dealing, own], warning: null };
}
