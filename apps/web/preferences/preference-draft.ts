// The input of the preferences dialog, and the resulting document. Fields that the dialog does not show stay unchanged, as do the
// permission flags, which belong to the market.
import { maxDisconnectSeconds, maxLots, minDisconnectSeconds, type PreferenceDocument } from '@openpit/wire';
import { decimalSeparators, parseDecimal, type TypedDecimal } from '../ui/decimal-input.ts';

type Defaults = PreferenceDocument['defaults'];

/** The fields whose values are typed; the others are chosen. */
export const numberFields = {
  defaultOrderQuantity: { label: 'Quantity of a new order', unit: 'lots', from: 1, to: maxLots },
  maxOrderQuantity: { label: 'Largest quantity of an order', unit: 'lots', from: 1, to: maxLots },
  timeout: { label: 'Orders are suspended after', unit: 'seconds', from: 0, to: 86_400, ifEmpty: 'Never' },
  disconnectSeconds: {
    label: 'Suspend after no activity of mine for',
    unit: 'seconds',
    from: minDisconnectSeconds,
    to: maxDisconnectSeconds,
  },
  priceChangeMop: { label: 'Price', unit: 'R/t', from: 0, isDecimal: true, ifEmpty: 'One tick' },
  volChangeMop: { label: 'Volatility', unit: '%', from: 0, isDecimal: true, ifEmpty: '0.25' },
  rateChangeMop: { label: 'Interest rate', unit: '%', from: 0, isDecimal: true, ifEmpty: '0.25' },
  maxDepth: { label: 'Levels of Depth', unit: 'each side', from: 0, to: 200, ifEmpty: 'All' },
  defaultPopupNotificationTime: {
    label: 'Notices of deals show for',
    unit: 'seconds',
    from: 0,
    to: 86_400,
    ifEmpty: '3',
  },
} as const satisfies Partial<Record<keyof Defaults, NumberRule>>;

export interface NumberRule {
  readonly label: string;
  readonly unit: string;
  readonly from: number;
  readonly to?: number;
  readonly isDecimal?: boolean;
  /** What an empty field means, shown in it; the document has 0 for it. */
  readonly ifEmpty?: string;
}

export type PreferenceNumber = keyof typeof numberFields;

export interface PreferenceDraft {
  readonly numbers: Readonly<Record<PreferenceNumber, string>>;
  readonly chosen: Pick<
    Defaults,
    | 'tradeFormLocation'
    | 'capacity'
    | 'suspendOnDisconnect'
    | 'askBeforeCancel'
    | 'soundOnDealExecution'
    | 'colorOnUpdates'
    | 'compact'
  >;
  /** The client of a new order; empty for none. */
  readonly client: string;
  /** The dealer or branch whose rows the panels show; both empty for all rows of the member. */
  readonly branch: string;
  readonly dealer: string;
}

const fieldNames = Object.keys(numberFields) as PreferenceNumber[];

const ruleOf = (name: PreferenceNumber): NumberRule => numberFields[name];

/** The number as the reader's locale writes it, without groups: the field reads it again. */
const textOf = (value: number, name: PreferenceNumber) =>
  value === 0 && ruleOf(name).ifEmpty !== undefined
    ? ''
    : String(value).replace('.', decimalSeparators().decimal);

export function draftOf({ defaults, profile }: PreferenceDocument): PreferenceDraft {
  const { tradeFormLocation, capacity, suspendOnDisconnect, askBeforeCancel } = defaults;
  const { soundOnDealExecution, colorOnUpdates, compact } = defaults;
  return {
    numbers: Object.fromEntries(fieldNames.map((name) => [name, textOf(defaults[name], name)])) as Record<
      PreferenceNumber,
      string
    >,
    chosen: {
      tradeFormLocation,
      capacity,
      suspendOnDisconnect,
      askBeforeCancel,
      soundOnDealExecution,
      colorOnUpdates,
      compact,
    },
    client: profile.client,
    branch: profile.branch,
    dealer: profile.dealer,
  };
}

/** The error of each invalid number, with the valid range; empty if all are valid. */
export function draftErrors({ numbers }: PreferenceDraft): Partial<Record<PreferenceNumber, string>> {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const error = numberError(readNumber(numbers[name], name), ruleOf(name));
      return error === null ? [] : [[name, error]];
    }),
  );
}

/** The document with the typed and chosen values. Throws if the draft has errors. */
export function documentOf(draft: PreferenceDraft, before: PreferenceDocument): PreferenceDocument {
  const numbers = fieldNames.map((name) => {
    const read = readNumber(draft.numbers[name], name);
    if (numberError(read, ruleOf(name)) !== null || read.kind === 'bad')
      throw new Error(`${name} is no number`);
    return [name, read.kind === 'empty' ? 0 : Number(read.text)];
  });
  return {
    ...before,
    profile: {
      ...before.profile,
      client: draft.client,
      branch: draft.branch.trim(),
      dealer: draft.dealer.trim(),
    },
    defaults: { ...before.defaults, ...draft.chosen, ...Object.fromEntries(numbers) },
  };
}

/** A step may have three or more decimals, which are then not thousands. */
const readNumber = (text: string, name: PreferenceNumber): TypedDecimal =>
  parseDecimal(text, ruleOf(name).isDecimal === true ? 4 : 0);

function numberError(
  read: TypedDecimal,
  { from, to, isDecimal = false, ifEmpty }: NumberRule,
): string | null {
  if (read.kind === 'empty') return ifEmpty === undefined ? 'Type a number.' : null;
  if (read.kind === 'bad') return read.reason;
  const value = Number(read.text);
  if (!isDecimal && !Number.isInteger(value)) return 'Type a whole number.';
  if (value < from) return `At least ${from}.`;
  return to !== undefined && value > to ? `At most ${to}.` : null;
}
