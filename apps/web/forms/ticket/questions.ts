// Confirmations before an order is sent: for a price far from the market, an option's volatility far from the MTM's, a delta that
// would deal at another reference than typed, and a repeated order. Each question restates the order.
import {
  classifyContract,
  type DeltaTerms,
  type MarketRow,
  orderTypeOf,
  parseContractName,
  type Side,
} from '@openpit/wire';
import Big from 'big.js';
import { askConfirmation } from '../../actions/dialogs.ts';
import { orderSentence } from '../../actions/order-actions.ts';
import type { ContractTerms } from '../../market/contract-terms.ts';
import { depthNow } from '../../market/depth.ts';
import { decimalsOf, priceText } from '../../market/market-text.ts';
import { priceNow } from '../../market/prices.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { type CandidateOrder, dealsNow, deltaLegs, oppositeBook } from './deals/deals-now.ts';
import { legsSentence, noteOf } from './deals/deals-now-text.ts';
import { pricedOption, volatilityAt } from './option-entry.ts';
import { type ReadyOrder, readyOrderSentence } from './parse-ticket.ts';

/** The distance from which the form asks for confirmation. */
export const shareThatAsks = 0.03;

type Market = Pick<
  MarketRow,
  'contract' | 'instrument' | 'contractDisplay' | 'last' | 'mtm' | 'reference' | 'near' | 'nearLots'
>;
interface Intent {
  readonly side: Side;
  readonly price: number;
}

interface FarOrder extends Intent {
  /** "Buy 500 DEC26 WMAZ at 4 220,00". */
  readonly sentence: string;
  readonly qty: number;
  /** The premium of a delta, whose price is a volatility; null for other contracts. */
  readonly premium: number | null;
  /** A sentence about the part that would deal now, or null if unknown. */
  readonly dealsNow: string | null;
}

/** Returns null if the price is near enough. */
function distanceOf(intent: Intent, row: Market) {
  const from = row.last ?? row.mtm;
  const through = amountThrough(intent, from);
  const base = baseOf(row, priceNow);
  return from === null || base === null || through / base <= shareThatAsks ? null : { from, through, base };
}

export const isFarPrice = (intent: Intent, row: Market): boolean => distanceOf(intent, row) !== null;

/**
 * Asks for confirmation if the price is far beyond the last deal, or beyond the MTM if the contract
 * has not traded. Returns true if the price is near enough, or the user confirms it. A wrong digit
 * is the most expensive mistake on a trading screen. The distance is relative to the price itself,
 * to an option's future or to a pair's leg; for volatilities it is in points. The question states
 * the order, its value, and the part that would deal now.
 */
export async function confirmFarPrice(intent: FarOrder, row: Market): Promise<boolean> {
  const distance = distanceOf(intent, row);
  if (distance === null) return true;
  const { from, through, base } = distance;
  const isPrice = base === from;
  const far = isPrice ? `${formatPrice((through / base) * 100, 1)} %` : priceText(through, row);
  const direction = intent.side === 'B' ? 'above' : 'below';
  const name = row.last === null ? 'the MTM' : 'the last price';
  const rand = orderValue(intent, row);
  const value = rand === null ? '' : `, worth R\u00a0${formatPrice(rand, 0)}`;
  return askConfirmation({
    title: 'The price is far from the market',
    sentence: [
      `${intent.sentence}${value}.`,
      `${priceText(intent.price, row)} is ${far} ${direction} ${priceText(from, row)}, ${name} of ${row.contract}.`,
      ...(intent.dealsNow === null ? [] : [intent.dealsNow]),
      'Send it anyway?',
    ].join(' '),
    confirmLabel: 'Send it',
    isDestructive: true,
  });
}

/** The order's value at its price in rand; null while the contract size is unknown. */
export function orderValue(
  { qty, price, premium }: Pick<FarOrder, 'qty' | 'price' | 'premium'>,
  row: Pick<Market, 'contractDisplay' | 'instrument' | 'near' | 'nearLots'>,
  tonsOf: (instrument: string) => number | undefined = (code) =>
    dataSetStores.instruments.get(code)?.tonsPerContract,
): number | null {
  const kind = classifyContract(row.contractDisplay);
  const perTon = kind === 'deltas' ? premium : Math.abs(price);
  const tons = tonsOf(row.near === undefined ? row.instrument : parseContractName(row.near).instrument);
  if (perTon === null || tons === undefined) return null;
  return new Big(perTon)
    .times(tons)
    .times(row.nearLots ?? 1)
    .times(qty)
    .toNumber();
}

/** How far the price is beyond another price on the costly side; 0 if it is not. */
export function amountThrough({ side, price }: Intent, from: number | null): number {
  if (from === null) return 0;
  const beyond = side === 'B' ? new Big(price).minus(from) : new Big(from).minus(price);
  return beyond.lte(0) ? 0 : beyond.toNumber();
}

/** The base of a relative distance; null if unknown. */
export function baseOf(
  row: Market,
  marketOf: (contract: string) => Pick<MarketRow, 'last' | 'mtm'> | undefined,
): number | null {
  const positive = (value: number | null | undefined) => (value != null && value > 0 ? value : null);
  switch (classifyContract(row.contractDisplay)) {
    case 'options':
      return positive(row.reference);
    case 'deltas':
      return 100;
    case 'splits':
    case 'spreads': {
      const leg = row.near === undefined ? undefined : marketOf(row.near);
      return positive(leg?.last ?? leg?.mtm);
    }
    default:
      return positive(row.last ?? row.mtm);
  }
}

/** Points of volatility above which the form asks. */
const pointsThatAsk = 5;

type FarVolatilityMarket = Pick<
  MarketRow,
  'contract' | 'contractDisplay' | 'daysToExpiry' | 'reference' | 'mtmVol' | 'mtm'
>;

interface PricedOrder {
  readonly price: number;
  /** The tick of the premium. */
  readonly tick: number;
}

/** The volatility of an option's premium if it is far from the MTM's volatility; null otherwise, or if either is unknown. */
export function farVolatility({ price, tick }: PricedOrder, row: FarVolatilityMarket): number | null {
  if (classifyContract(row.contractDisplay) !== 'options' || row.mtmVol === undefined) return null;
  const option = pricedOption(row, { reference: row.reference, tick });
  const volatility = option === null ? null : volatilityAt(option, price);
  if (volatility === null || Math.abs(volatility - row.mtmVol) <= pointsThatAsk) return null;
  return volatility;
}

/**
 * Asks for confirmation if the volatility of an option's premium is far from the MTM's, because
 * premiums have no daily limits (market/orders.md, Order validation). Returns true if it is near
 * enough, or the user confirms it. `sentence` describes the order: "Buy 10 MAR27 WMAZ 4060 C at
 * 100.00".
 */
export async function confirmVolatility(
  order: PricedOrder,
  sentence: string,
  row: FarVolatilityMarket,
): Promise<boolean> {
  const volatility = farVolatility(order, row);
  if (volatility === null || row.mtmVol === undefined) return true;
  const points = formatPrice(Math.abs(volatility - row.mtmVol), 2);
  const direction = volatility > row.mtmVol ? 'above' : 'below';
  return askConfirmation({
    title: 'The volatility is far from the MTM',
    sentence: [
      `${sentence}.`,
      `Its volatility is ${formatPrice(volatility, 2)}\u00a0%, ${points} points ${direction} the ${formatPrice(row.mtmVol, 2)}\u00a0% of the MTM of ${row.contract}.`,
      'Send it anyway?',
    ].join(' '),
    confirmLabel: 'Send it',
    isDestructive: true,
  });
}

interface CheckedOrder extends CandidateOrder {
  /** The terms of an order on a delta; null for other contracts. */
  readonly ownTerms: DeltaTerms | null;
}

interface QuestionContext {
  readonly row: MarketRow;
  readonly terms: Pick<ContractTerms, 'decimals' | 'meaning' | 'tick'>;
  /** The reference price that the user typed for a delta; null for other contracts. */
  readonly reference: number | null;
}

/**
 * Returns true if nothing is unusual, or the user confirms it. `sentence` describes the order: "Buy 10
 * DEC26 WMAZ at 4 035.20".
 */
export async function confirmOrder(
  order: CheckedOrder,
  sentence: string,
  context: QuestionContext,
): Promise<boolean> {
  const { row, terms } = context;
  const far = {
    ...order,
    sentence,
    premium: order.ownTerms?.premium ?? null,
    dealsNow: noteNow(row, order, terms),
  };
  const isNear = isFarPrice(order, row)
    ? await confirmFarPrice(far, row)
    : await confirmVolatility({ price: order.price, tick: terms.tick }, sentence, row);
  if (!isNear) return false;
  return confirmReference(order, sentence, context);
}

/** A sentence about the part of the order that would deal now, or null. */
function noteNow(row: MarketRow, candidate: CandidateOrder, terms: QuestionContext['terms']): string | null {
  const { decimals, meaning } = terms;
  const { text, isDealing } = noteOf(row, candidate, {
    depth: depthNow(row.displaySeq),
    entry: 'open',
    decimals,
    meaning,
  });
  return isDealing ? text : null;
}

async function confirmReference(
  order: CheckedOrder,
  sentence: string,
  { row, terms, reference }: QuestionContext,
): Promise<boolean> {
  if (terms.meaning !== 'volatility' || reference === null) return true;
  const { fills } = dealsNow(order, oppositeBook(order.side, row, depthNow(row.displaySeq)));
  const dealt = fills.flatMap(({ qty, terms: agreed }) =>
    agreed === undefined ? [] : [{ qty, terms: agreed }],
  );
  if (dealt.every((fill) => fill.terms.reference === reference)) return true;
  const instrumentDecimals = decimalsOf(row.instrument);
  const legs = legsSentence(deltaLegs(row, order.side, dealt), () => instrumentDecimals);
  return askConfirmation({
    title: 'The delta deals at another reference',
    sentence: [
      `${sentence}.`,
      noteNow(row, order, terms) ?? '',
      `Your reference is ${formatPrice(reference, instrumentDecimals)}; the premium and the reference of the resting order deal: ${legs.charAt(0).toLowerCase()}${legs.slice(1)}.`,
      'Send it anyway?',
    ].join(' '),
    confirmLabel: 'Send it',
    isDestructive: false,
  });
}

const withinMs = 2_000;

interface SentContents {
  readonly contents: string;
  readonly at: number;
}

/** Two commands are the same if all fields except request id and reference are equal. */
export function contentsOf(body: object): string {
  return JSON.stringify(Object.entries(body).filter(([name]) => name !== 'requestId' && name !== 'ref'));
}

export function isRepeat(before: SentContents | null, now: SentContents): boolean {
  return before !== null && before.contents === now.contents && now.at - before.at <= withinMs;
}

let before: SentContents | null = null;

/**
 * Asks for confirmation if an order has the same contents as the one sent just before, because that is usually a slip. Resolves to true if
 * the command may be sent, and remembers it. `sentence` is the order as text.
 */
async function confirmRepeat(body: object, sentence: string): Promise<boolean> {
  const now = { contents: contentsOf(body), at: Date.now() };
  const isSame = isRepeat(before, now);
  if (
    isSame &&
    !(await askConfirmation({
      title: 'The same order again?',
      sentence: `You sent “${sentence}” less than two seconds ago. Send another one like it?`,
      confirmLabel: 'Send another',
      isDestructive: true,
    }))
  )
    return false;
  before = { contents: now.contents, at: Date.now() };
  return true;
}

/** Asks for all confirmations of a ticket, side by side; resolves to true if the order may be sent. */
export async function confirmTicket(order: ReadyOrder, context: QuestionContext): Promise<boolean> {
  const sentence = readyOrderSentence(order);
  for (const side of order.sides) {
    const sideOrder = {
      ...side,
      type: order.kind === 'order' ? orderTypeOf(order.body.type) : 'Normal',
    } as const;
    const ofSide = order.kind === 'order' ? sentence : orderSentence(side.summary);
    if (!(await confirmOrder(sideOrder, ofSide, context))) return false;
  }
  return confirmRepeat(order.body, sentence);
}
