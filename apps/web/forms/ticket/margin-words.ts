// The margin of an account before and after an order, in words (market.md, Initial margin). The preview assumes that the whole
// order deals; the account's limit counts what else it has open, as the market does.
import type { ActiveOrderRow, PreviewMarginBody, PreviewMarginReply } from '@openpit/wire';
import { formatRand, toCents, toRand } from '../../ui/format.ts';
import type { ReadChange } from './change-draft.ts';
import type { ReadyOrder } from './ready-order.ts';

/** What to ask about an order: one question, or one for each side of a double. Only a delta's hedge depends on prices. */
export function marginQueries(order: ReadyOrder | null): readonly PreviewMarginBody[] {
  if (order === null) return [];
  const { contract, principal, reference } = order.body;
  const priceOf = (price: number | undefined, volatility: number | undefined) =>
    !/ D$/.test(contract)
      ? {}
      : {
          ...(price !== undefined && { price }),
          ...(volatility !== undefined && { volatility }),
          ...(reference !== undefined && { reference }),
        };
  if (order.kind === 'order') {
    const { side, qty, price, volatility } = order.body;
    return [{ contract, side, qty, principal, ...priceOf(price, volatility) }];
  }
  const { bidQty, offerQty, bidPrice, bidVolatility, offerPrice, offerVolatility } = order.body;
  return [
    { contract, side: 'B', qty: bidQty, principal, ...priceOf(bidPrice, bidVolatility) },
    { contract, side: 'S', qty: offerQty, principal, ...priceOf(offerPrice, offerVolatility) },
  ];
}

type Change = Extract<ReadChange, { readonly kind: 'change' }>;
type ChangedOrder = Pick<ActiveOrderRow, 'activeOrderSeq' | 'contract' | 'side' | 'remaining' | 'pricing'>;

/** What to ask about an order that is amended. A delta has its volatility as its price. */
export function marginQueryOfChange(
  { activeOrderSeq, contract, side, pricing }: ChangedOrder,
  { qty, price }: Change,
  principal: string,
): PreviewMarginBody {
  const priced = / D$/.test(contract)
    ? { volatility: price, ...(pricing !== undefined && { reference: pricing.reference }) }
    : {};
  return { activeOrderSeq, contract, side, qty, principal, ...priced };
}

/** Whether the market only reduces the order, which no limit forbids. */
export const onlyReduces = ({ remaining }: ChangedOrder, { terms, qty }: Change): boolean =>
  qty < remaining && Object.keys(terms).every((name) => name === 'qty');

export interface MarginWords {
  readonly before: string;
  readonly after: string;
  /** "+R 2,850", "no change". */
  readonly change: string;
  /** What the figures assume, or why the order would be rejected. */
  readonly note: string;
  readonly isAboveLimit: boolean;
}

export function marginWords(
  { before, after, withOpenOrders, limit }: PreviewMarginReply,
  principal: string,
  { isNeverRejected = false } = {},
): MarginWords {
  const change = toRand(toCents(after) - toCents(before));
  const shown = { before: formatRand(before), after: formatRand(after), change: changeText(change) };
  // The market's own rule: an order that lowers what the account needs now is never rejected.
  if (!isNeverRejected && limit !== null && withOpenOrders > limit && withOpenOrders > before)
    return { ...shown, note: aboveLimit(limit, { withOpenOrders, after }), isAboveLimit: true };
  const ofLimit = limit === null ? '' : `; limit ${formatRand(limit)}`;
  return {
    ...shown,
    note: `of ${principal} if it all deals, at the last MTM${ofLimit}`,
    isAboveLimit: false,
  };
}

const changeText = (rand: number) => (rand === 0 ? 'no change' : `${rand > 0 ? '+' : ''}${formatRand(rand)}`);

function aboveLimit(
  limit: number,
  { withOpenOrders, after }: Pick<PreviewMarginReply, 'withOpenOrders' | 'after'>,
): string {
  const over = `Over the limit ${formatRand(limit)}`;
  return withOpenOrders === after
    ? `${over}: would be rejected`
    : `${over}: ${formatRand(withOpenOrders)} with open orders`;
}
