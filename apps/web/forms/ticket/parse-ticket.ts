// The order ticket as rules: its fields, and the resulting order or the fault of each field. A ticket has one side, or the bid and the offer
// of a double.
import {
  type AnyInsertDoubleOrderBody,
  type AnyInsertOrderBody,
  type Capacity,
  type ContractFacts,
  type DeltaTerms,
  type MarketRow,
  type OrderType,
  orderTypeOf,
  orderTypes,
  type Side,
} from '@openpit/wire';
import {
  doubleSentence,
  type OrderSummary,
  orderSentence,
  outcomeSentence,
} from '../../actions/order-actions.ts';
import type { AnyPreparedCommand, WithoutId } from '../../actions/send.ts';
import {
  type ContractTerms,
  fallbackTick,
  type PriceMeaning,
  parseQty,
  priceSuffix,
  termsOfRow,
} from '../../market/contract-terms.ts';
import { decimalsOf } from '../../market/market-text.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { formatDate, formatPrice } from '../../ui/format.ts';
import {
  holdOverError,
  longestRef,
  lotsIn,
  type PriceRules,
  parsePrice,
  priceOnTick,
} from '../parse-fields.ts';
import type { FieldErrors } from '../send-form.ts';
import {
  bodyPrice,
  deltaTermsOf,
  enteredPrice,
  type OptionConversion,
  optionConversion,
  quotedPriceText,
} from './option-entry.ts';
import { keepLastRef, nextRef, refNote } from './refs.ts';

/** One side, or the bid and the offer of a double. */
export type Sides<One> = readonly [One] | readonly [One, One];

export function mapSides<From, To>(
  [first, second]: Sides<From>,
  map: (side: From, index: number) => To,
): Sides<To> {
  return second === undefined ? [map(first, 0)] : [map(first, 0), map(second, 1)];
}

export interface SideInput {
  readonly side: Side;
  readonly qtyText: string;
  readonly priceText: string;
  /** The volatility of an option or the premium of a delta if the user typed that instead of the price; otherwise empty. */
  readonly otherText: string;
}

export interface OrderFields {
  /** The entered sides: one, or bid and offer once the user has chosen a double. */
  readonly sides: Sides<SideInput>;
  /** The side of the order if the other side of a double is put aside. Its input is kept. */
  readonly onlySide?: Side | undefined;
  readonly type: OrderType;
  readonly capacity: Capacity;
  readonly principal: string;
  /** The principal with its sub-account; ignored if another principal is chosen. */
  readonly account?: { readonly principal: string; readonly subAccount: string };
  readonly ref: string;
  /** In a double: whether a fill on one side cancels the other. */
  readonly cancelsOther: boolean;
  /** The business day until which the remainder is held over, `2026-11-25`; empty for today only. */
  readonly holdOver?: string;
  /** The price of the future at which the hedge of a delta is dealt. */
  readonly referenceText?: string;
}

/** The sides of the order, without one that is put aside. */
function chosenSides({ sides, onlySide }: Pick<OrderFields, 'sides' | 'onlySide'>): Sides<SideInput> {
  const only = sides.find(({ side }) => side === onlySide);
  return only === undefined ? sides : [only];
}

/** The fields of one side. */
export type SideField = 'qty' | 'price' | 'other';
/** The same fields of the second side of a double. */
const secondSideFields = {
  qty: 'secondQty',
  price: 'secondPrice',
  other: 'secondOther',
} as const satisfies Readonly<Record<SideField, string>>;
type TicketFieldName =
  | SideField
  | (typeof secondSideFields)[SideField]
  | 'principal'
  | 'ref'
  | 'reference'
  | 'holdOver';
type OrderErrors = FieldErrors<TicketFieldName>;

/** The name of a field of the first or the second side. */
export const sideField = (name: SideField, sideIndex: number): TicketFieldName =>
  sideIndex === 0 ? name : secondSideFields[name];

/** Buy, Sell or Double, as the ticket offers them. */
export type TicketMode = Side | 'double';

export const modeOf = ({ sides: [first, second] }: Pick<OrderFields, 'sides'>): TicketMode =>
  second === undefined ? first.side : 'double';

/** Only an order that may rest can be held over: TOK and FOK orders leave no remainder. */
export function holdOverOf({
  sides,
  type,
  holdOver = '',
}: Pick<OrderFields, 'sides' | 'type' | 'holdOver'>): string | null {
  return holdOver !== '' && (sides.length === 2 || orderTypes[type].rests) ? holdOver : null;
}

/** The order's sub-account of the chosen principal; null for none. */
export const subAccountOf = ({
  principal,
  account,
}: Pick<OrderFields, 'principal' | 'account'>): string | null =>
  account?.principal === principal ? account.subAccount : null;

export interface OrderRules extends PriceRules {
  /** The maximum lots of one order, from the user's preferences. */
  readonly maxQty: number;
}

export interface TicketRules {
  readonly terms: ContractTerms;
  /** Tick and decimals of the instrument's prices and premiums. */
  readonly premium: OptionConversion['premium'];
  readonly maxQty: number;
  /** The daily limits of the future under an option or a delta. */
  readonly future: Pick<PriceRules, 'limitLow' | 'limitHigh'>;
}

/** One side of a possibly incomplete order. */
export interface CandidateSide {
  readonly side: Side;
  /** `null` if the field contains no valid number of lots. */
  readonly qty: number | null;
  /** `null` if the field contains no valid price. */
  readonly price: number | null;
  /** The terms of an order on a delta; null for other contracts. */
  readonly ownTerms: DeltaTerms | null;
}

/** One side of an order that can be sent. */
interface ReadySide extends CandidateSide {
  readonly qty: number;
  /** The number in the price field: a price, a premium, a volatility or a difference. */
  readonly price: number;
  readonly summary: OrderSummary;
  /** The value sent to the market: the number that the user typed. */
  readonly bodyPrice: ReturnType<typeof bodyPrice>;
}

export type ReadyOrder =
  | {
      readonly kind: 'order';
      readonly body: WithoutId<AnyInsertOrderBody>;
      readonly sides: readonly [ReadySide];
    }
  | {
      readonly kind: 'double';
      readonly body: WithoutId<AnyInsertDoubleOrderBody>;
      readonly sides: readonly [ReadySide, ReadySide];
    };

interface ParsedTicket {
  /** The fields with the chosen sides only, and with prices computed from a volatility or a premium. */
  readonly fields: OrderFields;
  readonly entry: OptionConversion | null;
  readonly errors: OrderErrors;
  /** `null` while input is missing or invalid. */
  readonly order: ReadyOrder | null;
  readonly candidates: Sides<CandidateSide>;
}

export function parseTicket(
  orderFields: OrderFields,
  row: MarketRow,
  { terms, premium, maxQty, future }: TicketRules,
): ParsedTicket {
  const { tick, decimals, mayBeNegative, meaning } = terms;
  const { limitLow, limitHigh, contract } = row;
  const entry = optionConversion(row, terms, premium, orderFields.referenceText ?? '');
  const rules = { tick, decimals, mayBeNegative, maxQty, limitLow, limitHigh };
  const parsed = mapSides(chosenSides(orderFields), (sideInput) =>
    parseSide(sideInput, { contract, meaning, entry, rules }),
  );
  const fields = { ...orderFields, sides: mapSides(parsed, ({ fields }) => fields) };
  const errors = {
    ...errorsOfSides(parsed),
    ...referenceError(orderFields.referenceText, meaning === 'volatility' ? { ...premium, ...future } : null),
    ...commonErrors(fields),
  };
  const order = Object.keys(errors).length > 0 ? null : readyOrder(fields, parsed, entry);
  return { fields, entry, errors, order, candidates: mapSides(parsed, ({ candidate }) => candidate) };
}

interface ParsedSide {
  /** The fields. If the user typed a volatility or a premium, the price is computed from it. */
  readonly fields: SideInput;
  readonly candidate: CandidateSide;
  readonly errors: Readonly<Partial<Record<SideField, string>>>;
  /** `null` while input is invalid. */
  readonly ready: ReadySide | null;
  /** Whether the user typed the premium of a delta or the volatility of an option instead of the price. */
  readonly isByOther: boolean;
}

interface SideRules {
  readonly contract: string;
  readonly meaning: PriceMeaning;
  /** `null` for a contract that is neither an option nor a delta. */
  readonly entry: OptionConversion | null;
  readonly rules: OrderRules;
}

function parseSide(input: SideInput, { contract, meaning, entry, rules }: SideRules): ParsedSide {
  const { side, qtyText } = input;
  const typedEntry = enteredPrice(input.priceText, input.otherText, entry);
  const { priceText, other, otherError } = typedEntry;
  const qty = parseQty(qtyText, rules.maxQty);
  const price = parsePrice(priceText, rules);
  const ownTerms = deltaTermsOf(typedEntry, entry);
  const candidate = { side, qty: lotsIn(qtyText), price: priceOnTick(priceText, rules.tick), ownTerms };
  const parsed = { fields: { ...input, priceText }, candidate, isByOther: other !== null };
  if ('error' in qty || 'error' in price || otherError !== null) {
    const priceError =
      otherError === null ? 'error' in price && { price: price.error } : { other: otherError };
    return { ...parsed, ready: null, errors: { ...('error' in qty && { qty: qty.error }), ...priceError } };
  }
  const value = price.price.toNumber();
  const summary = {
    ...{ side, qty: qty.qty, contract, averageSuffix: priceSuffix(meaning) },
    priceText: quotedPriceText({ priceText: formatPrice(value, rules.decimals), other }, entry),
  };
  const ready = {
    side,
    qty: qty.qty,
    price: value,
    ownTerms,
    summary,
    bodyPrice: bodyPrice(value, other, entry),
  };
  return { ...parsed, ready, errors: {} };
}

function errorsOfSides(sides: Sides<ParsedSide>): OrderErrors {
  const named = sides.flatMap(({ errors }, sideIndex) =>
    Object.entries(errors).map(([name, error]) => [sideField(name as SideField, sideIndex), error]),
  );
  const [bid, offer] = sides.map(({ ready }) => ready);
  const isCrossed = bid && offer && bid.price >= offer.price;
  return {
    ...Object.fromEntries(named),
    ...(isCrossed && { [sideField('price', 1)]: 'In a double the offer must be above the bid.' }),
  };
}

function referenceError(text: string | undefined, rules: PriceRules | null): OrderErrors {
  if (rules === null || text === undefined || text.trim() === '') return {};
  const parsed = parsePrice(text, rules);
  return 'error' in parsed ? { reference: parsed.error } : {};
}

function commonErrors(fields: OrderFields): OrderErrors {
  const holdOver = holdOverError(holdOverOf(fields));
  return {
    ...(fields.principal === '' && { principal: 'Choose your member or a client.' }),
    ...(fields.ref.length > longestRef && { ref: `A reference has at most ${longestRef} characters.` }),
    ...(holdOver !== null && { holdOver }),
  };
}

function readyOrder(
  fields: OrderFields,
  parsed: Sides<ParsedSide>,
  entry: OptionConversion | null,
): ReadyOrder | null {
  const { type, capacity, principal } = fields;
  const [first, second] = parsed.map(({ ready }) => ready);
  if (!first) return null;
  const { contract } = first.summary;
  const ref = fields.ref.trim();
  const holdOverUntil = holdOverOf(fields);
  const subAccount = subAccountOf(fields);
  // The order uses the reference shown on the button, even if the future has moved by the time it arrives.
  const hasReference = entry?.terms.meaning === 'volatility' || parsed.some(({ isByOther }) => isByOther);
  const reference = hasReference ? entry?.option?.reference : undefined;
  const sharedTerms = {
    capacity,
    principal,
    subAccount: subAccount ?? undefined,
    holdOverUntil: holdOverUntil ?? undefined,
    ref: ref || undefined,
    reference,
  };
  if (!second) {
    const { side, qty, bodyPrice } = first;
    return {
      kind: 'order',
      body: { contract, side, type: orderTypes[type].code, qty, ...bodyPrice, ...sharedTerms },
      sides: [first],
    };
  }
  const [{ bodyPrice: bid }, { bodyPrice: offer }] = [first, second];
  return {
    kind: 'double',
    body: {
      contract,
      bidQty: first.qty,
      offerQty: second.qty,
      ...('price' in bid ? { bidPrice: bid.price } : { bidVolatility: bid.volatility }),
      ...('price' in offer ? { offerPrice: offer.price } : { offerVolatility: offer.volatility }),
      ...sharedTerms,
      cancelOther: fields.cancelsOther,
    },
    sides: [first, second],
  };
}

/** "Buy 10 DEC26 WMAZ at 4 035.20, take or kill". */
export function readyOrderSentence(order: ReadyOrder): string {
  const { holdOverUntil } = order.body;
  const heldOver = holdOverUntil ? `, held over to ${formatDate(holdOverUntil)}` : '';
  if (order.kind === 'double') {
    const [bid, offer] = order.sides;
    return doubleSentence(bid.summary, offer.summary) + heldOver;
  }
  const { phrase } = orderTypes[orderTypeOf(order.body.type)];
  return `${orderSentence(order.sides[0].summary)}${phrase === null ? '' : `, ${phrase}`}${heldOver}`;
}

/** The command for an order. `typedRef` is incremented after the acceptance. */
export function prepareOrder(order: ReadyOrder, typedRef: string): AnyPreparedCommand {
  const sentence = readyOrderSentence(order);
  if (order.kind === 'order') {
    const { body, sides } = order;
    return {
      command: 'insertOrder',
      body,
      description: sentence,
      accepted: (reply) => outcomeSentence(sides[0].summary, reply) + refNote(body.ref, reply.ref),
      ordersOf: (reply) => [reply],
      nextFields: (reply) => nextRef(reply.ref, typedRef),
      onAccepted: ({ ref }) => keepLastRef(ref),
    };
  }
  const { body, sides } = order;
  const [bidSide, offerSide] = sides;
  return {
    command: 'insertDoubleOrder',
    body,
    description: sentence,
    accepted: ({ bid, offer }) =>
      `${outcomeSentence(bidSide.summary, bid)} ${outcomeSentence(offerSide.summary, offer)}${refNote(body.ref, bid.ref)}`,
    ordersOf: ({ bid, offer }) => [bid, offer],
    nextFields: ({ bid }) => nextRef(bid.ref, typedRef),
    onAccepted: ({ bid }) => keepLastRef(bid.ref),
  };
}

/**
 * The rules of a contract's ticket, as the stores have them. `maxQty` is the maximum lots of one order from the user's
 * preferences; `future` is the row of the underlying future.
 */
export function ticketRulesOf(
  row: ContractFacts,
  { maxQty, future }: { readonly maxQty: number; readonly future: MarketRow | undefined },
): TicketRules {
  const { instrument } = row;
  const { limitLow = null, limitHigh = null } = future ?? {};
  return {
    terms: termsOfRow(row),
    premium: {
      tick: dataSetStores.instruments.get(instrument)?.tick ?? fallbackTick,
      decimals: decimalsOf(instrument),
    },
    maxQty,
    future: { limitLow, limitHigh },
  };
}
