// The rules for changing an order, shared by the form and the price ladder: which terms differ, which fields are invalid, the
// texts, the confirmations and the command. A reduction states the remaining lots and must lower them. Only edited terms are sent,
// because the order may deal, or another dealer may change it, at any time.
import {
  type ActiveOrderRow,
  type Capacity,
  type MarketRow,
  type OrderReply,
  orderTypeOf,
} from '@openpit/wire';
import {
  type ChangeKind,
  type OrderSummary,
  orderSentence,
  outcomeSentence,
  setOrderPending,
} from '../../actions/order-actions.ts';
import type { AnyPreparedCommand } from '../../actions/send.ts';
import { type ContractTerms, parseQty, priceSuffix } from '../../market/contract-terms.ts';
import { lotsText } from '../../market/market-text.ts';
import { formatPrice } from '../../ui/format.ts';
import { holdOverError, parsePrice } from '../parse-fields.ts';
import { type Edits, type FieldErrors, withEdits } from '../send-form.ts';
import type { OrderRules } from './parse-ticket.ts';
import { confirmFarPrice, confirmOrder, confirmVolatility, isFarPrice } from './questions.ts';

export interface ChangeFields {
  readonly qtyText: string;
  readonly priceText: string;
  readonly capacity: Capacity;
  readonly principal: string;
  /** The business day until which the remainder is held over; empty for today only. */
  readonly holdOver: string;
}

export interface ChangeEdits extends Edits<ChangeFields> {
  /** The lots that had dealt when the user last edited the quantity. Lots that deal afterwards count towards that quantity. */
  readonly dealt: number;
}

/** The edits once the market has accepted them. */
const noEdits: Edits<ChangeFields> = {
  qtyText: undefined,
  priceText: undefined,
  capacity: undefined,
  principal: undefined,
  holdOver: undefined,
};

interface OrderChanges {
  readonly qty?: number;
  readonly price?: number;
  readonly principal?: string;
  readonly capacity?: Capacity;
  /** `null` removes the hold-over. */
  readonly holdOverUntil?: string | null;
}

export type ParsedChange =
  | { readonly kind: 'change'; readonly terms: OrderChanges; readonly qty: number; readonly price: number }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'errors'; readonly errors: FieldErrors };

type OrderNow = Pick<
  ActiveOrderRow,
  'qty' | 'remaining' | 'price' | 'principal' | 'capacity' | 'holdOverUntil'
>;

export const dealtLots = ({ qty, remaining }: Pick<OrderNow, 'qty' | 'remaining'>): number => qty - remaining;

/** The fields that the form shows: the edited ones, and all others from the current order. */
export function changeFields(edits: ChangeEdits, order: OrderNow, decimals: number): ChangeFields {
  const { remaining, price, capacity, principal, holdOverUntil } = order;
  const current = { qtyText: String(remaining), priceText: formatPrice(price, decimals) };
  return withEdits({ ...current, capacity, principal, holdOver: holdOverUntil ?? '' }, edits);
}

export function parseChange(
  kind: ChangeKind,
  edits: ChangeEdits,
  order: OrderNow,
  rules: OrderRules,
): ParsedChange {
  const fields = changeFields(edits, order, rules.decimals);
  if (kind === 'reduce') return parseReduction(fields, order);
  const qty = parseRemainder(edits, order, rules.maxQty);
  const price = parsePrice(fields.priceText, rules);
  const holdOver = holdOverError(fields.holdOver);
  if ('error' in qty || 'error' in price || holdOver !== null)
    return {
      kind: 'errors',
      errors: {
        ...('error' in qty ? { qty: qty.error } : null),
        ...('error' in price ? { price: price.error } : null),
        ...(holdOver === null ? null : { holdOver }),
      },
    };
  const newPrice = edits.priceText === undefined ? order.price : price.price.toNumber();
  const terms: OrderChanges = {
    ...(qty.qty !== order.remaining && { qty: qty.qty }),
    ...(newPrice !== order.price && { price: newPrice }),
    ...((fields.principal !== order.principal || fields.capacity !== order.capacity) && {
      principal: fields.principal,
      capacity: fields.capacity,
    }),
    ...(fields.holdOver !== (order.holdOverUntil ?? '') && { holdOverUntil: fields.holdOver || null }),
  };
  return Object.keys(terms).length === 0
    ? { kind: 'unchanged' }
    : { kind: 'change', terms, qty: qty.qty, price: newPrice };
}

/** The lots that would remain now. A typed quantity is reduced by the lots that have dealt since. */
function parseRemainder({ qtyText, dealt }: ChangeEdits, order: OrderNow, maxQty: number) {
  const quantity = parseQty(qtyText ?? String(order.remaining), maxQty);
  if (qtyText === undefined || 'error' in quantity) return quantity;
  const dealtSince = Math.max(0, dealtLots(order) - dealt);
  if (dealtSince < quantity.qty) return { qty: quantity.qty - dealtSince };
  return {
    error: `${lotsText(dealtSince)} dealt after you typed ${quantity.qty}. Type the lots that you still want.`,
  };
}

function parseReduction({ qtyText }: ChangeFields, { remaining, price }: OrderNow): ParsedChange {
  const parsed = parseQty(qtyText, Number.MAX_SAFE_INTEGER);
  if ('error' in parsed) return { kind: 'errors', errors: { qty: parsed.error } };
  if (parsed.qty === remaining) return { kind: 'unchanged' };
  if (parsed.qty > remaining)
    return { kind: 'errors', errors: { qty: `Enter fewer than the ${remaining} lots that remain.` } };
  return { kind: 'change', terms: { qty: parsed.qty }, qty: parsed.qty, price };
}

export interface ReadyChange {
  readonly kind: ChangeKind;
  /** The current order. */
  readonly order: ActiveOrderRow;
  readonly change: Extract<ParsedChange, { readonly kind: 'change' }>;
  readonly contractTerms: ContractTerms;
}

/** "Amend order 41: Buy 10 DEC26 WMAZ at 4 035.20". */
export function sentenceOfChange(ready: ReadyChange): string {
  const { kind, order, change } = ready;
  if (kind === 'reduce') return `Reduce order ${order.activeOrderSeq} to ${lotsText(change.qty)}`;
  const verb = kind === 'edit' ? 'Edit' : 'Amend';
  return `${verb} order ${order.activeOrderSeq}: ${orderSentence(summaryOf(ready))}`;
}

/** Asks for confirmation if the new price is far from the market. Resolves to false only if the user declines. */
export async function confirmChange(ready: ReadyChange, row: MarketRow): Promise<boolean> {
  const { kind, order, change, contractTerms } = ready;
  if (change.terms.price === undefined) return true;
  const { side, orderType, pricing } = order;
  const candidate = {
    side,
    qty: change.qty,
    price: change.price,
    type: orderTypeOf(orderType),
    ownTerms: null,
  };
  const sentence = orderSentence(summaryOf(ready));
  if (kind === 'amend')
    return confirmOrder(candidate, sentence, {
      row,
      terms: contractTerms,
      reference: pricing?.reference ?? null,
    });
  // A suspended order deals nothing now.
  return isFarPrice(candidate, row)
    ? confirmFarPrice({ ...candidate, sentence, premium: null, dealsNow: null }, row)
    : confirmVolatility({ price: change.price, tick: contractTerms.tick }, sentence, row);
}

/**
 * Asks for confirmation and returns the command, or null if the user declines. The order may change behind a question, so
 * `readyNow` is evaluated again after it. If the command then reads differently, the user is asked again.
 */
export async function confirmedChange(
  readyNow: () => ReadyChange | null,
  rowNow: () => MarketRow,
): Promise<AnyPreparedCommand | null> {
  let asked = readyNow();
  while (asked !== null && (await confirmChange(asked, rowNow()))) {
    const now = readyNow();
    if (now !== null && sentenceOfChange(now) === sentenceOfChange(asked)) return prepareChange(now);
    asked = now;
  }
  return null;
}

function prepareChange(ready: ReadyChange): AnyPreparedCommand {
  const { kind, order, change, contractTerms } = ready;
  const { activeOrderSeq } = order;
  const common = {
    description: sentenceOfChange(ready),
    accepted: (reply: OrderReply) => outcomeOf(ready, reply),
    ordersOf: (reply: OrderReply) => [reply],
    nextFields: () => noEdits,
    onPending: (isPending: boolean) => setOrderPending(activeOrderSeq, isPending),
  };
  if (kind === 'reduce')
    return { command: 'reduceActiveOrder', body: { activeOrderSeq, qty: change.qty }, ...common };
  const { price, qty, ...others } = change.terms;
  // A delta rests at a volatility, which its row contains as the price.
  const name = contractTerms.meaning === 'volatility' ? 'volatility' : 'price';
  const body = {
    activeOrderSeq,
    // Lots that deal before the market handles the command must not be bought again.
    totalQty: qty === undefined ? undefined : dealtLots(order) + qty,
    ...(price !== undefined && { [name]: price }),
    ...others,
  };
  return kind === 'edit'
    ? { command: 'editSuspendOrder', body, ...common }
    : { command: 'amendActiveOrder', body, ...common };
}

/** The order after the change. */
function summaryOf({ order, change, contractTerms: { decimals, meaning } }: ReadyChange): OrderSummary {
  const { side, contract } = order;
  const priceText = formatPrice(change.price, decimals) + priceSuffix(meaning);
  return { side, qty: change.qty, contract, priceText };
}

function outcomeOf(ready: ReadyChange, reply: OrderReply): string {
  const { kind, order } = ready;
  const summary = summaryOf(ready);
  if (kind === 'reduce') return `Reduced order ${order.activeOrderSeq}: ${lotsText(reply.remaining)} left.`;
  if (kind === 'edit')
    return `Edited order ${order.activeOrderSeq}, still suspended: ${orderSentence(summary)}.`;
  return reply.dealt > 0
    ? outcomeSentence(summary, reply)
    : `Amended order ${order.activeOrderSeq}: ${orderSentence(summary)}.`;
}
