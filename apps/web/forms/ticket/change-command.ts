// A change of an order as a command: its words, the question before it, and sending it. The form and the price ladder share it.
import type { ActiveOrderRow, MarketRow, OrderReply } from '@openpit/wire';
import type { ChangeKind } from '../../actions/order-actions.ts';
import { lotsText, type OrderWords, orderSentence, outcomeSentence } from '../../actions/order-actions.ts';
import type { SendOptions, SentCommand } from '../../actions/send.ts';
import { sendFormCommand } from '../../actions/send.ts';
import { type ContractTerms, priceSuffix } from '../../market/contract-terms.ts';
import { formatPrice } from '../../ui/format.ts';
import type { ReadChange } from './change-draft.ts';
import { confirmOrder } from './confirm-order.ts';
import { confirmFarPrice, isFarPrice } from './far-price.ts';
import { confirmVolatility } from './far-volatility.ts';

export interface ReadyChange {
  readonly kind: ChangeKind;
  /** The order as it is now. */
  readonly order: ActiveOrderRow;
  readonly change: Extract<ReadChange, { readonly kind: 'change' }>;
  readonly contractTerms: ContractTerms;
}

/** "Amend order 41: Buy 10 DEC26 WMAZ at 4 035.20". */
export function sentenceOfChange(ready: ReadyChange): string {
  const { kind, order, change } = ready;
  if (kind === 'reduce') return `Reduce order ${order.activeOrderSeq} to ${lotsText(change.qty)}`;
  const verb = kind === 'edit' ? 'Edit' : 'Amend';
  return `${verb} order ${order.activeOrderSeq}: ${orderSentence(wordsOf(ready))}`;
}

/** Asks where the new price is far from the market; true when it is not, or the user confirms it. */
export async function confirmChange(ready: ReadyChange, row: MarketRow): Promise<boolean> {
  const { kind, order, change, contractTerms } = ready;
  if (change.terms.price === undefined) return true;
  const { side, orderType, pricing } = order;
  const wanted = { side, qty: change.qty, price: change.price, type: orderType, ownTerms: null };
  const words = orderSentence(wordsOf(ready));
  if (kind === 'amend')
    return confirmOrder(wanted, words, { row, terms: contractTerms, reference: pricing?.reference ?? null });
  // A suspended order deals nothing now.
  return isFarPrice(wanted, row)
    ? confirmFarPrice({ ...wanted, words, premium: null, dealsNow: null }, row)
    : confirmVolatility({ price: change.price, tick: contractTerms.tick }, words, row);
}

export function sendChange(
  ready: ReadyChange,
  requestId: string,
  options: SendOptions = {},
): Promise<SentCommand<OrderReply>> {
  const { kind, order, change, contractTerms } = ready;
  const ids = { requestId, activeOrderSeq: order.activeOrderSeq };
  const words = sentenceOfChange(ready);
  const accepted = (reply: OrderReply) => outcomeOf(ready, reply);
  if (kind === 'reduce')
    return sendFormCommand('reduceActiveOrder', {
      body: { ...ids, qty: change.qty },
      words,
      accepted,
      ...options,
    });
  // A delta rests at a volatility, which its row has as its price.
  const { price, ...others } = change.terms;
  const name = contractTerms.meaning === 'volatility' ? 'volatility' : 'price';
  const asked = price === undefined ? others : { ...others, [name]: price };
  return sendFormCommand(kind === 'edit' ? 'editSuspendOrder' : 'amendActiveOrder', {
    body: { ...ids, ...asked },
    words,
    accepted,
    ...options,
  });
}

/** The order as it would be. */
function wordsOf({ order, change, contractTerms: { decimals, meaning } }: ReadyChange): OrderWords {
  const { side, contract } = order;
  const priceText = formatPrice(change.price, decimals) + priceSuffix(meaning);
  return { side, qty: change.qty, contract, priceText };
}

function outcomeOf(ready: ReadyChange, reply: OrderReply): string {
  const { kind, order } = ready;
  const words = wordsOf(ready);
  if (kind === 'reduce') return `Reduced order ${order.activeOrderSeq}: ${lotsText(reply.remaining)} left.`;
  if (kind === 'edit')
    return `Edited order ${order.activeOrderSeq}, still suspended: ${orderSentence(words)}.`;
  return reply.dealt > 0
    ? outcomeSentence(words, reply)
    : `Amended order ${order.activeOrderSeq}: ${orderSentence(words)}.`;
}
