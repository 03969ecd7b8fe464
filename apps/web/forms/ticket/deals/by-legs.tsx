// Deals a split or a spread by its legs if their books offer a better difference than the pair's own book. The first ticket is
// for the leg with fewer lots in its book; once it has dealt, the ticket for the other leg follows. These are two orders, so the
// market may move between them, as the button warns.

import { classifyContract, type MarketRow, otherSide, type Side, toCents, toRand } from '@openpit/wire';
import type { Account, NewOrderRequest, OtherLeg } from '../../../actions/dialogs.ts';
import type { SentOrder } from '../../../actions/send.ts';
import { replaceTicket } from '../../../actions/ticket.ts';
import { sideVerb } from '../../../market/market-text.ts';
import { usePrice } from '../../../market/prices.ts';
import { Button } from '../../../ui/button.tsx';
import { formatPrice } from '../../../ui/format.ts';
import { useOrderNow } from '../order-now.ts';

type Book = Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty'>;
type Pair = Book & Pick<MarketRow, 'contractDisplay' | 'near' | 'far' | 'nearLots' | 'farLots'>;

interface PricedLeg {
  readonly contract: string;
  readonly side: Side;
  /** The best opposite price, rand per ton. */
  readonly price: number;
  /** Lots of the leg for one lot of the pair. */
  readonly lots: number;
  /** Lots of the pair available at this price. */
  readonly available: number;
}

export interface ByLegs {
  /** The leg with fewer lots comes first: if it does not deal, there is nothing to close out. */
  readonly legs: readonly [PricedLeg, PricedLeg];
  /** By how much the legs beat the pair's best order, in rand per ton; null if the pair has no order. */
  readonly better: number | null;
}

/** `null` unless an order on this side deals at a better price by the legs than in the pair's own book. */
export function byLegs(
  row: Pair,
  side: Side,
  marketOf: (contract: string) => Book | undefined,
): ByLegs | null {
  const { near, far, nearLots = 1, farLots = 1 } = row;
  if (near === undefined || far === undefined) return null;
  const opposite = otherSide(side);
  // The buyer of a split buys the far leg; the buyer of a spread buys the near leg.
  const isSplit = classifyContract(row.contractDisplay) === 'splits';
  const nearLeg = pricedLeg(near, isSplit ? opposite : side, nearLots, marketOf(near));
  const farLeg = pricedLeg(far, isSplit ? side : opposite, farLots, marketOf(far));
  if (nearLeg === null || farLeg === null) return null;
  const [plus, minus] = isSplit ? [farLeg, nearLeg] : [nearLeg, farLeg];
  const implied = toCents(plus.price) - toCents(minus.price);
  const oppositePrice = side === 'B' ? row.offer : row.bid;
  const better =
    oppositePrice === null
      ? null
      : side === 'B'
        ? toCents(oppositePrice) - implied
        : implied - toCents(oppositePrice);
  if (better !== null && better <= 0) return null;
  return {
    legs: nearLeg.available <= farLeg.available ? [nearLeg, farLeg] : [farLeg, nearLeg],
    better: better === null ? null : toRand(better),
  };
}

function pricedLeg(contract: string, side: Side, lots: number, book: Book | undefined): PricedLeg | null {
  const [price = null, resting = 0] =
    side === 'B' ? [book?.offer, book?.offerQty] : [book?.bid, book?.bidQty];
  return price === null ? null : { contract, side, price, lots, available: Math.floor(resting / lots) };
}

/**
 * The order in the first leg for these lots of the pair. Lots that do not deal are killed, so that they cannot deal later without
 * the other leg.
 */
function firstLegOrder(
  { legs: [first, second] }: ByLegs,
  { qty, account }: { readonly qty: number; readonly account: Account },
): NewOrderRequest {
  return {
    kind: 'order',
    contract: first.contract,
    side: first.side,
    price: first.price,
    qty: qty * first.lots,
    type: 'Tok',
    account,
    otherLeg: { contract: second.contract, side: second.side, lots: second.lots, perLots: first.lots },
    anchor: null,
  };
}

const label = 'Deal by legs';

interface ByLegsButtonProps {
  readonly row: MarketRow;
  readonly side: Side;
  readonly qty: number | null;
  readonly account: Account;
  readonly decimals: number;
  readonly marketOf: (contract: string) => Book | undefined;
}

export function ByLegsButton({ row, side, qty, account, decimals, marketOf }: ByLegsButtonProps) {
  const offered = byLegs(row, side, marketOf);
  if (offered === null || qty === null) return null;
  const { better, legs } = offered;
  const [first, second] = legs.map((leg) => `${sideVerb(leg.side).toLowerCase()} ${leg.contract}`);
  return (
    <Button
      data-tip={`First ${first}, then ${second}: two orders. The market may move between them.`}
      onClick={() => replaceTicket(firstLegOrder(offered, { qty, account }))}
    >
      {label}
      {better !== null && `: ${formatPrice(better, decimals)} better`}…
    </Button>
  );
}

interface OtherLegButtonProps {
  readonly sent: SentOrder;
  readonly leg: OtherLeg;
  readonly account: Account;
  readonly size: 'medium' | 'large';
}

/** Opens the ticket for the second leg with the number of lots that the first leg has dealt. It sends nothing. */
export function OtherLegButton({ sent, leg, account, size }: OtherLegButtonProps) {
  const { dealt } = useOrderNow(sent.activeOrderSeq) ?? sent;
  const { contract, side, lots, perLots } = leg;
  const market = usePrice(contract);
  const qty = Math.floor((dealt * lots) / perLots);
  if (qty === 0) return null;
  const price = (side === 'B' ? market?.offer : market?.bid) ?? market?.last ?? market?.mtm ?? null;
  const order = { contract, side, qty, price, type: 'Normal', account } as const;
  return (
    <Button
      size={size}
      variant={side === 'B' ? 'buy' : 'sell'}
      onClick={() => replaceTicket({ kind: 'order', ...order, anchor: null })}
    >
      Other leg: {sideVerb(side).toLowerCase()} {qty} {contract}…
    </Button>
  );
}
