// Why a row of the breakdown has its amount: the parts that add up to it, each with its calculation from the position, prices,
// deals and parameters that the row names (market.md, Variation margin, Initial margin).

import type { BreakdownRow } from '@openpit/wire';
import { priceText } from '../../market/market-text.ts';
import { formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { toCents, toRand } from '../../ui/money.ts';
import { itemOf } from './breakdown-tree.ts';

export interface Part {
  readonly title: string;
  /** How the amount was found; empty where the title says it. */
  readonly how: string;
  /** In rand. */
  readonly amount: number;
}

export interface Explanation {
  readonly title: string;
  /** What has changed since the day before. */
  readonly sentence: string;
  /** They add up to the amount of the row. */
  readonly parts: readonly Part[];
}

const rand = (amount: number) => `R ${formatPrice(amount, 2)}`;
const lots = (count: number) => `${formatSigned(count, 0)} lots`;
const plural = (count: number, one: string, many: string) =>
  `${formatLots(count)} ${count === 1 ? one : many}`;

/** `rows` are all rows of the breakdown; `explained` is one of them. */
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
          'What the operator recorded on this business day as paid by the account, or below zero to it.',
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

function marginSentence({ marginBefore, margin }: BreakdownRow, what: string): string {
  if (marginBefore === margin) return `${what} is ${rand(margin)}, as on the day before.`;
  return `${what} was ${rand(marginBefore)} on the day before and is ${rand(margin)} now.`;
}

const reliefSentence = ({ marginBefore, margin }: BreakdownRow) =>
  marginBefore === margin
    ? `It lowers the initial margin by ${rand(-margin)}, as on the day before.`
    : `It lowered the initial margin by ${rand(-marginBefore)} on the day before and lowers it by ${rand(-margin)} now.`;

/** Of an account: the leaves that are of no instrument. */
const leafParts = (rows: readonly BreakdownRow[], { uniqueKey }: BreakdownRow): Part[] =>
  rows.flatMap((row) => {
    if (row.parent !== uniqueKey || row.level === 'class') return [];
    return [{ title: itemOf(row), how: '', amount: row.amount }];
  });

/** Of an account or an instrument: the sums of what is below it. */
function sumParts({
  variationMargin,
  bookingFees,
  initialMargin,
  marginBefore,
  margin,
}: BreakdownRow): Part[] {
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

const marginPart = (row: BreakdownRow, how: string): Part => ({
  title: 'Initial margin',
  how: `${how} ${rand(-row.marginBefore)} was relieved on the day before, ${rand(-row.margin)} is now.`,
  amount: row.initialMargin,
});

function contractExplanation(row: BreakdownRow): Explanation {
  const { contract, instrument, principal, position, variationMargin, bookingFees } = row;
  const priced = { contract: contract ?? '', instrument: instrument ?? '' };
  const price = (value: number) => priceText(value, priced);
  const parts: Part[] = [];
  if (position !== undefined) {
    const { opening, bought, sold, tons, mtm, mtmPrevious, deals } = position;
    const held = toRand(opening * tons * (toCents(mtm) - toCents(mtmPrevious)));
    if (opening !== 0)
      parts.push({
        title: 'Opening position',
        how: `${lots(opening)} × ${tons} t × (${price(mtm)} − ${price(mtmPrevious)})`,
        amount: held,
      });
    if (deals.length > 0) {
      const net = bought - sold;
      const received =
        row.dealtPremium < 0 ? `${rand(-row.dealtPremium)} paid` : `${rand(row.dealtPremium)} received`;
      parts.push({
        title: plural(deals.length, 'deal', 'deals'),
        how: `${received}; ${lots(net)} × ${tons} t at the MTM of ${price(mtm)} are worth ${rand(toRand(net * tons * toCents(mtm)))}`,
        amount: toRand(toCents(variationMargin) - toCents(held)),
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
  const held =
    opening === net
      ? `The position stayed ${lots(net)}`
      : `The position went from ${lots(opening)} to ${lots(net)}`;
  const marked =
    mtm === mtmPrevious
      ? `the MTM stayed ${price(mtm)}`
      : `the MTM went from ${price(mtmPrevious)} to ${price(mtm)}`;
  const at = volatility === undefined ? '' : `, at a volatility of ${formatPrice(volatility, 2)} %`;
  return `${held}, ${marked}${at}.`;
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
