// Dealing a split or a spread by its legs if their books are better than the pair's own. First comes the ticket of the leg with fewer lots
// there, and after its deals the ticket of the second leg. These are two orders, so the market may move between them, as the button states.
import { classifyContract, type MarketRow, otherSide, type Side, toCents, toRand } from '@openpit/wire';
import type { Account, NewOrderRequest, OtherLeg } from '../../../actions/dialogs.ts';
import { sideVerb } from '../../../actions/order-actions.ts';
import type { SentOrder } from '../../../actions/send.ts';
import { usePrice } from '../../../market/prices.ts';
import { Button } from '../../../ui/button.tsx';
import { formatPrice } from '../../../ui/format.ts';
import { useOrderNow } from '../order-now.ts';
import { replaceTicket } from '../ticket.ts';

type Book = Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty'>;
type Pair = Book & Pick<MarketRow, 'contractDisplay' | 'near' | 'far' | 'nearLots' | 'farLots'>;

interface PricedLeg {
  readonly contract: string;
  readonly side: Side;
  /** The best opposite price, rand per ton. */
  readonly price: number;
  /** Lots of the leg for one lot of the pair. */
  readonly lots: number;
  /** The lots of the pair that rest at this price. */
  readonly available: number;
}

export interface ByLegs {
  /** The leg with fewer lots first: while it has not dealt, nothing has to be closed out. */
  readonly legs: readonly [PricedLeg, PricedLeg];
  /** How much better the legs are, in rand per ton, than the best order in the pair; null if it has none. */
  readonly better: number | null;
}

/** `null` unless an order of this side deals at a better price by the legs than with the pair's own orders. */
export function byLegs(
  row: Pair,
  side: Side,
  marketOf: (contract: string) => Book | undefined,
): ByLegs | null {
  const { near, far, nearLots = 1, farLots = 1 } = row;
  if (near === undefined || far === undefined) return null;
  const opposite = otherSide(side);
  // The buyer of a split buys the far leg, the buyer of a spread the near one.
  const isSplit = classifyContract(row.contractDisplay) === 'splits';
  const nearLeg = pricedLeg(near, isSplit ? opposite : side, nearLots, marketOf(near));
  const farLeg = pricedLeg(far, isSplit ? side : opposite, farLots, marketOf(far));
  if (nearLeg === null || farLeg === null) return null;
  const [plus, minus] = isSplit ? [farLeg, nearLeg] : [nearLeg, farLeg];
  const implied = toCents(plus.price) - toCents(minus.price);
  const own = side === 'B' ? row.offer : row.bid;
  const better = own === null ? null : side === 'B' ? toCents(own) - implied : implied - toCents(own);
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

/** The order in the first leg for these lots of the pair. Lots that do not deal are killed, so that they cannot deal alone later. */
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

export interface ByLegsButtonProps {
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

export interface OtherLegButtonProps {
  readonly sent: SentOrder;
  readonly leg: OtherLeg;
  readonly account: Account;
  readonly size: 'medium' | 'large';
}

/** After the first leg has dealt: opens the ticket of the other leg for as many lots. It sends nothing. */
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
