// The rules of the Breakdown panel: the rows as a tree, the deals behind a contract with their profit, and why a row has its
// amount.

import {
  type BreakdownRow,
  compareInstruments,
  type DealRow,
  parseContractName,
  toCents,
  toRand,
} from '@openpit/wire';
import { priceText, sideVerb } from '../../market/market-text.ts';
import { contractMonth } from '../../stores/market-days.ts';
import { formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import type { TreePlace } from '../../ui/live-grid/grid-rows.ts';
import {
  lots as lotsKind,
  match,
  number,
  onPhone,
  price,
  rand as randKind,
  side,
  sideTone,
  signedRand,
  text,
  time,
} from '../parts/column-kinds.ts';

/** A visible row of the tree. */
export interface BreakdownLine extends BreakdownRow {
  /** The subject of the row, as text. */
  readonly item: string;
  readonly place: TreePlace;
}

/** The order of the rows below one row. */
const levels = [
  'account',
  'class',
  'contract',
  'classRelief',
  'seriesRelief',
  'openingBalance',
  'interest',
  'deliveries',
  'payments',
] as const satisfies readonly BreakdownRow['level'][];

const words: Readonly<Partial<Record<BreakdownRow['level'], string>>> = {
  classRelief: 'Calendar spread relief',
  seriesRelief: 'Series spread relief',
  openingBalance: 'Opening balance',
  interest: 'Interest',
  deliveries: 'Deliveries',
  payments: 'Payments',
};

export const itemOf = ({ level, principal, instrument, contract }: BreakdownRow): string =>
  words[level] ?? contract ?? instrument ?? principal;

export const isLeaf = ({ level }: Pick<BreakdownRow, 'level'>): boolean =>
  level !== 'account' && level !== 'class';

/**
 * The rows of the breakdown as a tree: account, instrument, contract. The amounts come from the server. This file orders the rows, names
 * them, and leaves out the rows below a closed one. `isOpen`: whether the rows below a row are visible. Without an account the rows of all
 * accounts are visible.
 */
export function breakdownLines(
  rows: readonly BreakdownRow[],
  { account, isOpen }: { readonly account: string | null; readonly isOpen: (row: BreakdownRow) => boolean },
): readonly BreakdownLine[] {
  const below = new Map<string | null, BreakdownRow[]>();
  for (const row of rows) {
    if (account !== null && row.principal !== account) continue;
    const siblings = below.get(row.parent);
    if (siblings === undefined) below.set(row.parent, [row]);
    else siblings.push(row);
  }
  const linesBelow = (parent: string | null, level: number): BreakdownLine[] => {
    const siblings = (below.get(parent) ?? []).toSorted(compareRows);
    return siblings.flatMap((row, index) => {
      const isParent = below.has(row.uniqueKey);
      const open = isParent && isOpen(row);
      const place = { level, position: index + 1, size: siblings.length, isOpen: isParent ? open : null };
      const line = { ...row, item: itemOf(row), place };
      return open ? [line, ...linesBelow(row.uniqueKey, level + 1)] : [line];
    });
  };
  return linesBelow(null, 1);
}

/** The member's own account first, then clients; instruments and contracts in the order of the market. */
function compareRows(a: BreakdownRow, b: BreakdownRow): number {
  const isClient = ({ principal, member }: BreakdownRow) => principal !== member;
  const month = ({ contract }: BreakdownRow) =>
    contractMonth(parseContractName(contract ?? '').contractDate) ?? 0;
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    Number(isClient(a)) - Number(isClient(b)) ||
    compareInstruments(a.instrument ?? '', b.instrument ?? '') ||
    month(a) - month(b) ||
    (a.uniqueKey < b.uniqueKey ? -1 : 1)
  );
}

/** The sum of all leaves in rand, exact to the cent, including those that are not visible. */
export function sumOfLeaves(rows: readonly BreakdownRow[], account: string | null): number {
  const leaves = rows.filter((row) => isLeaf(row) && (account === null || row.principal === account));
  return toRand(leaves.reduce((sum, { amount }) => sum + toCents(amount), 0));
}

export interface MarkedDeal extends DealRow {
  /** The MTM of the day less the price, for a purchase, in rand per ton. */
  readonly gain: number;
  /** The profit on all its lots, in rand. */
  readonly profit: number;
}

/**
 * The deals listed in a contract's row of the breakdown, from history, each with its profit at the day's MTM. The deals with these numbers.
 * The average price of cumulated deals has more decimals than a cent; their value is exact.
 */
export function markedDeals(
  deals: readonly DealRow[],
  {
    numbers,
    mtm,
    tons,
  }: { readonly numbers: readonly number[]; readonly mtm: number; readonly tons: number },
): readonly MarkedDeal[] {
  const named = new Set(numbers);
  return deals.flatMap((deal) => {
    if (!named.has(deal.dealSeq)) return [];
    const sign = deal.side === 'B' ? 1 : -1;
    const cents = sign * (toCents(mtm) * deal.qty * tons - toCents(deal.value));
    const gain = Math.round(sign * (mtm - deal.price) * 10_000) / 10_000;
    return [{ ...deal, gain: gain === 0 ? 0 : gain, profit: cents === 0 ? 0 : toRand(cents) }];
  });
}

export const markedDealColumns: readonly GridColumn<MarkedDeal>[] = [
  number('dealSeq', 'Deal', 60, { help: 'Number of this side of the deal', rank: 3 }),
  match(),
  time('time', 'Time', 66, { rank: 6 }),
  side({ rank: 0 }),
  lotsKind('qty', 'Qty', 48, { rank: 0 }),
  price('price', 'Price', 70, { weight: 'strong', rank: 1, phone: 'summary' }),
  signedRand('gain', 'Gain per ton', 80, {
    help: 'MTM of the day less the price for a purchase, the price less the MTM for a sale, in rand per ton',
    tone: () => undefined,
    sum: false,
    rank: 4,
  }),
  signedRand('profit', 'Variation, R', 104, {
    help: 'What the deal adds to the variation margin, in rand',
    weight: 'strong',
    rank: 2,
    phone: 'price',
  }),
  randKind('fee', 'Fee, R', 76, { help: 'Booking fee in rand, with VAT', rank: 5 }),
  text('origin', 'Origin', 66, { tone: 'second' }),
  text('counterparty', 'With', 56, { help: 'Counterparty', rank: 7 }),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
  text('dealer', 'Dealer', 50),
  onPhone('contract', 'Deal', (deal) => `${deal.dealSeq}: ${sideVerb(deal.side)} ${deal.qty}`, {
    tone: sideTone,
  }),
  onPhone('state', 'Fee', ({ fee }) => `fee ${formatPrice(fee, 2)}`, { tone: 'second' }),
];

interface ExplainedPart {
  readonly title: string;
  /** The derivation of the amount; empty if the title states it. */
  readonly how: string;
  /** In rand. */
  readonly amount: number;
}

export interface Explanation {
  readonly title: string;
  /** The changes since the previous day. */
  readonly sentence: string;
  /** The parts add up to the amount of the row. */
  readonly parts: readonly ExplainedPart[];
}

const rand = (amount: number) => `R ${formatPrice(amount, 2)}`;
const lots = (count: number) => `${formatSigned(count, 0)} lots`;
const plural = (count: number, singular: string, many: string) =>
  `${formatLots(count)} ${count === 1 ? singular : many}`;

/**
 * The explanation of an amount in the breakdown: the parts that add up to it, each with its calculation from the position, prices, deals
 * and parameters that the row names (market/money.md, Variation margin, Initial margin). `rows` are all rows of the breakdown; `explained`
 * is one of them.
 */
export function explanationOf(explained: BreakdownRow, rows: readonly BreakdownRow[]): Explanation {
  const { principal, instrument } = explained;
  switch (explained.level) {
    case 'account':
      return {
        title: `Account ${principal}`,
        sentence: accountSentence(explained),
        parts: [...leafParts(rows, explained), ...sumParts(explained)],
      };
    case 'class':
      return {
        title: `${instrument} in ${principal}`,
        sentence: marginSentence(explained, `The initial margin of ${instrument}`),
        parts: sumParts(explained),
      };
    case 'contract':
      return contractExplanation(explained);
    case 'classRelief':
      return {
        title: `Calendar spread relief of ${instrument} in ${principal}`,
        sentence: reliefSentence(explained),
        parts: [
          marginPart(
            explained,
            'A long and a short delta lot of two expiries need twice the spread margin (CSMR) instead of twice the margin of one contract (IMR).',
          ),
        ],
      };
    case 'seriesRelief':
      return {
        title: `Series spread relief of ${instrument} in ${principal}`,
        sentence: reliefSentence(explained),
        parts: [
          marginPart(
            explained,
            'Long and short lots of two instruments of one group, paired in equal tons, are credited 40 % of their margin.',
          ),
        ],
      };
    case 'openingBalance':
      return {
        title: `Opening balance of ${principal}`,
        sentence: `The balance of the account at the end of the business day before: ${owedOrDue(explained.amount)}.`,
        parts: [{ title: 'Balance of the day before', how: '', amount: explained.amount }],
      };
    case 'interest':
      return interestExplanation(explained);
    case 'deliveries':
      return {
        title: `Deliveries of ${principal}`,
        sentence:
          'The invoices of silo certificates that the account delivered, less those that it received, and penalties for deliveries that were not made.',
        parts: [{ title: 'Deliveries', how: '', amount: explained.amount }],
      };
    case 'payments':
      return {
        title: `Payments of ${principal}`,
        sentence:
          'The payments that the operator recorded on this business day: positive from the account, negative to it.',
        parts: [{ title: 'Payments', how: '', amount: explained.amount }],
      };
  }
}

const owedOrDue = (amount: number) =>
  amount < 0 ? `the account owed ${rand(-amount)}` : `the account was owed ${rand(amount)}`;

const accountSentence = ({ amount }: BreakdownRow) =>
  amount === 0
    ? 'Nothing is due.'
    : amount < 0
      ? `The account owes ${rand(-amount)}.`
      : `The account is owed ${rand(amount)}.`;

function marginSentence({ marginBefore, margin }: BreakdownRow, subject: string): string {
  if (marginBefore === margin) return `${subject} is ${rand(margin)}, as on the day before.`;
  return `${subject} was ${rand(marginBefore)} on the day before and is ${rand(margin)} now.`;
}

const reliefSentence = ({ marginBefore, margin }: BreakdownRow) =>
  marginBefore === margin
    ? `It lowers the initial margin by ${rand(-margin)}, as on the day before.`
    : `It lowered the initial margin by ${rand(-marginBefore)} on the day before and lowers it by ${rand(-margin)} now.`;

/** The leaves of an account without an instrument. */
const leafParts = (rows: readonly BreakdownRow[], { uniqueKey }: BreakdownRow): ExplainedPart[] =>
  rows.flatMap((row) => {
    if (row.parent !== uniqueKey || row.level === 'class') return [];
    return [{ title: itemOf(row), how: '', amount: row.amount }];
  });

/** The sums of the rows below an account or an instrument. */
function sumParts({
  variationMargin,
  bookingFees,
  initialMargin,
  marginBefore,
  margin,
}: BreakdownRow): ExplainedPart[] {
  return [
    { title: 'Variation margin', how: '', amount: variationMargin },
    { title: 'Booking fees', how: '', amount: bookingFees },
    {
      title: 'Initial margin',
      how: `${rand(marginBefore)} was deposited, ${rand(margin)} is required`,
      amount: initialMargin,
    },
  ].filter(({ amount, how }) => amount !== 0 || how !== '');
}

const marginPart = (row: BreakdownRow, how: string): ExplainedPart => ({
  title: 'Initial margin',
  how: `${how} ${rand(-row.marginBefore)} was relieved on the day before, ${rand(-row.margin)} is now.`,
  amount: row.initialMargin,
});

function contractExplanation(row: BreakdownRow): Explanation {
  const { contract, instrument, principal, position, variationMargin, bookingFees } = row;
  const priced = { contract: contract ?? '', instrument: instrument ?? '' };
  const price = (value: number) => priceText(value, priced);
  const parts: ExplainedPart[] = [];
  if (position !== undefined) {
    const { opening, bought, sold, tons, mtm, mtmPrevious, deals } = position;
    const profit = toRand(opening * tons * (toCents(mtm) - toCents(mtmPrevious)));
    if (opening !== 0)
      parts.push({
        title: 'Opening position',
        how: `${lots(opening)} × ${tons} t × (${price(mtm)} − ${price(mtmPrevious)})`,
        amount: profit,
      });
    if (deals.length > 0) {
      const net = bought - sold;
      const received =
        row.dealtPremium < 0 ? `${rand(-row.dealtPremium)} paid` : `${rand(row.dealtPremium)} received`;
      parts.push({
        title: plural(deals.length, 'deal', 'deals'),
        how: `${received}; ${lots(net)} × ${tons} t at the MTM of ${price(mtm)} are worth ${rand(toRand(net * tons * toCents(mtm)))}`,
        amount: toRand(toCents(variationMargin) - toCents(profit)),
      });
    }
  }
  if (bookingFees !== 0)
    parts.push({ title: 'Booking fees', how: 'of these deals, with VAT', amount: bookingFees });
  if (row.marginBefore !== 0 || row.margin !== 0)
    parts.push({
      title: 'Initial margin',
      how: `the largest loss of the expiry in 21 scenarios, its options included: ${rand(row.marginBefore)} on the day before, ${rand(row.margin)} now`,
      amount: row.initialMargin,
    });
  return { title: `${contract} in ${principal}`, sentence: positionSentence(row, price), parts };
}

function positionSentence({ position }: BreakdownRow, price: (value: number) => string): string {
  if (position === undefined) return 'The account holds nothing in it and dealt nothing.';
  const { opening, net, mtm, mtmPrevious, volatility } = position;
  const positionText =
    opening === net
      ? `The position stayed ${lots(net)}`
      : `The position went from ${lots(opening)} to ${lots(net)}`;
  const marked =
    mtm === mtmPrevious
      ? `the MTM stayed ${price(mtm)}`
      : `the MTM went from ${price(mtmPrevious)} to ${price(mtm)}`;
  const at = volatility === undefined ? '' : `, at a volatility of ${formatPrice(volatility, 2)} %`;
  return `${positionText}, ${marked}${at}.`;
}

function interestExplanation({ principal, amount, interestOn }: BreakdownRow): Explanation {
  const how =
    interestOn === undefined
      ? ''
      : `${rand(interestOn.margin)} × ${formatPrice(interestOn.rate, 2)} % × ${plural(interestOn.days, 'day', 'days')} of 365`;
  return {
    title: `Interest of ${principal}`,
    sentence:
      'Simple interest on the initial margin that was deposited at the end of the business day before.',
    parts: [{ title: 'Interest', how, amount }],
  };
}
