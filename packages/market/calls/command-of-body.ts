// Turns the body of a call into the venue's command of the same name. Fields keep their names and change their units: rand become cents,
// percent become hundredths of a percent, a quantity becomes lots, and a type code becomes its word. A command with another shape has its
// own function, and the types say which commands these are.
import {
  asPrice,
  type Command,
  type CommandOf,
  type DealAccount,
  type InsertDoubleOrder,
  type Lots,
  lots,
  type MarginQuery,
  type OrderChange,
  type OrderType,
  type Price,
  type Volatility,
  volatility,
} from '@openpit/venue';
import {
  type BodyOf,
  type OrderTypeCode,
  orderTypeOf,
  type PreviewMarginBody,
  toCents,
  toHundredths,
  type UserCommandKind,
} from '@openpit/wire';

/** The fields that change their units, by name. */
interface Converted {
  readonly price: Price;
  readonly reference: Price;
  readonly strike: Price;
  readonly premium: Price;
  readonly volatility: Volatility;
  readonly qty: Lots;
  readonly type: OrderType;
}

const convert: { readonly [Field in keyof Converted]: (value: number) => Converted[Field] } = {
  price: (rand) => asPrice(toCents(rand)),
  reference: (rand) => asPrice(toCents(rand)),
  strike: (rand) => asPrice(toCents(rand)),
  premium: (rand) => asPrice(toCents(rand)),
  volatility: (percent) => volatility(toHundredths(percent)),
  qty: lots,
  type: (code) => orderTypeOf(code as OrderTypeCode),
};

type TranslatedValue<Field, Value> = Value extends null
  ? null
  : Field extends keyof Converted
    ? Converted[Field]
    : Value extends readonly (infer Element)[]
      ? readonly TranslatedValue<null, Element>[]
      : Value extends object
        ? Translated<Value>
        : Value;

type Translated<Fields> = {
  [Field in keyof Fields as Field extends 'qty' ? 'lots' : Field]: TranslatedValue<
    Field,
    Exclude<Fields[Field], undefined>
  >;
};

/** The commands whose bodies do not become commands field by field. */
type OwnShape = {
  [Kind in UserCommandKind]: Translated<Omit<BodyOf<Kind>, 'requestId'>> extends Omit<CommandOf<Kind>, 'kind'>
    ? never
    : Kind;
}[UserCommandKind];

const ownShapes: {
  readonly [Kind in OwnShape]: (fields: Omit<BodyOf<Kind>, 'requestId'>) => Omit<CommandOf<Kind>, 'kind'>;
} = {
  insertDoubleOrder: doubleOrder,
  editSuspendOrder: orderChange,
  amendActiveOrder: orderChange,
  editUnmatchedDeal: ({ unmatchedSeq, qty, price, principal, ...account }) => ({
    unmatchedSeq,
    lots: qty === undefined ? null : lots(qty),
    price: price === undefined ? null : convert.price(price),
    account:
      principal === undefined
        ? null
        : { principal, ...(translated(account) as Omit<DealAccount, 'principal'>) },
  }),
};

/** The command of a body that the schema of this kind has accepted. */
export function commandOfBody<Kind extends UserCommandKind>(
  kind: Kind,
  { requestId, ...fields }: BodyOf<Kind>,
): { readonly requestId: string; readonly command: Command } {
  const shape: ((fields: never) => object) | undefined =
    kind in ownShapes ? ownShapes[kind as OwnShape] : undefined;
  // The types above have checked for every kind what TypeScript cannot follow for a kind that varies.
  const command = { kind, ...(shape === undefined ? translated(fields) : shape(fields as never)) } as Command;
  return { requestId, command };
}

/** The query of an order's margin, which has the same fields as the order. */
export const marginQueryOf = (body: PreviewMarginBody): MarginQuery =>
  translated(body) as unknown as MarginQuery;

/** Fields that are omitted are also omitted from the command. */
function translated(fields: object): Record<string, unknown> {
  const command: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    command[field === 'qty' ? 'lots' : field] = translatedValue(field, value);
  }
  return command;
}

function translatedValue(field: string, value: unknown): unknown {
  if (value === null) return null;
  if (field in convert) return convert[field as keyof Converted](value as number);
  if (Array.isArray(value)) return value.map((element: unknown) => translatedValue('', element));
  return typeof value === 'object' ? translated(value) : value;
}

function doubleOrder({
  bidQty,
  bidPrice,
  bidVolatility,
  offerQty,
  offerPrice,
  offerVolatility,
  cancelOther,
  ...fields
}: Omit<BodyOf<'insertDoubleOrder'>, 'requestId'>): Omit<InsertDoubleOrder, 'kind'> {
  const side = (qty: number, price: number | undefined, percent: number | undefined) =>
    translated({ qty, price, volatility: percent }) as unknown as InsertDoubleOrder['bid'];
  return {
    ...(translated(fields) as Pick<InsertDoubleOrder, 'contract' | 'capacity' | 'principal'>),
    bid: side(bidQty, bidPrice, bidVolatility),
    offer: side(offerQty, offerPrice, offerVolatility),
    cancelOther: cancelOther ?? false,
  };
}

function orderChange({
  activeOrderSeq,
  holdOverUntil,
  totalQty,
  ...fields
}: Omit<BodyOf<'editSuspendOrder'>, 'requestId'>): { activeOrderSeq: number; change: OrderChange } {
  const unchanged = { price: null, lots: null, principal: null, capacity: null };
  const total = totalQty === undefined ? {} : { totalLots: lots(totalQty) };
  const holdOver = holdOverUntil === undefined ? {} : { holdOver: { until: holdOverUntil } };
  return { activeOrderSeq, change: { ...unchanged, ...translated(fields), ...total, ...holdOver } };
}
