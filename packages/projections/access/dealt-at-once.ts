// The prices of an order's deals within the command that entered or changed it, for the reply to that command: the average, and
// the legs that a split, a spread or a delta printed in other contracts.
import type { DealMade, Outcome, VenueEvent } from '@openpit/venue';
import { averageRand, type Side } from '@openpit/wire';

interface DealtLeg {
  readonly contract: string;
  readonly side: Side;
  readonly qty: number;
  /** Rand per ton, to four decimals. */
  readonly averagePrice: number;
}

export interface DealtAtOnce {
  readonly activeOrderSeq: number;
  /** Rand per ton, to four decimals; percent per year for a delta, the difference for a split or a spread. */
  readonly averagePrice: number;
  /** The legs of a split, a spread or a delta. */
  readonly legs?: readonly DealtLeg[];
}

/** One entry for each order of the answer that dealt. */
export function dealtAtOnce({ verdict, events }: Outcome): readonly DealtAtOnce[] {
  if (verdict.kind !== 'accepted' || verdict.answer === null) return [];
  const { answer } = verdict;
  const orders =
    answer.kind === 'double' ? [answer.bid, answer.offer] : answer.kind === 'order' ? [answer] : [];
  return orders.flatMap(({ activeOrderSeq, dealt }) =>
    dealt === 0 ? [] : dealtBy(activeOrderSeq, events.filter(isDeal)),
  );
}

interface OwnDeal {
  readonly deal: DealMade;
  readonly side: Side;
}

function dealtBy(activeOrderSeq: number, deals: readonly DealMade[]): DealtAtOnce[] {
  const ownDeals = deals.flatMap((deal): OwnDeal[] => {
    if (deal.buy.activeOrderSeq === activeOrderSeq) return [{ deal, side: 'B' }];
    return deal.sell.activeOrderSeq === activeOrderSeq ? [{ deal, side: 'S' }] : [];
  });
  const matches = ownDeals.filter(isOfOrder);
  if (matches.length === 0) return [];
  const printed = ownDeals.filter((ownDeal) => !isOfOrder(ownDeal));
  const legs = [...new Set(printed.map(({ deal }) => deal.contract))].map((contract): DealtLeg => {
    const inContract = printed.filter(({ deal }) => deal.contract === contract);
    return {
      contract,
      side: inContract[0]?.side ?? 'B',
      qty: lotsOf(inContract),
      averagePrice: averageOf(inContract),
    };
  });
  return [{ activeOrderSeq, averagePrice: averageOf(matches), ...(legs.length > 0 && { legs }) }];
}

/** True for a deal in the contract of the order, which its package did not print in another contract. */
const isOfOrder = ({ deal }: OwnDeal) => deal.origin === 'screen' || deal.origin === 'package';
const isDeal = (event: VenueEvent): event is DealMade => event.kind === 'dealMade';
const lotsOf = (deals: readonly OwnDeal[]) => deals.reduce((sum, { deal }) => sum + deal.lots, 0);
const averageOf = (deals: readonly OwnDeal[]) =>
  averageRand(
    deals.reduce((sum, { deal }) => sum + deal.price * deal.lots, 0),
    lotsOf(deals),
  );
