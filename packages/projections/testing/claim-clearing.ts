// Claims about the rows of money after each business day: Clearing adds up, and Breakdown adds up to Clearing.
import { type BreakdownRow, type ClearingRow, toCents } from '@openpit/wire';
import type { Projections } from '../projections.ts';

/** Throws if rows of the ended business day contradict each other. */
export function claimClearing(projections: Projections, businessDay: string): void {
  const clearing = Array.from(projections.allRows('clearing')).filter(
    (row) => row.businessDay === businessDay,
  );
  const breakdown = Array.from(projections.allRows('breakDownAnalysis'));
  let variation = 0;
  for (const row of clearing) {
    variation += toCents(row.variationMargin);
    claimRow(row);
    claimTree(row, breakdown);
  }
  same(`variation margins of ${businessDay}`, variation, 0);
  const accounts = breakdown.filter(({ level }) => level === 'account').map(({ principal }) => principal);
  same(
    'accounts in the breakdown',
    accounts.sort().join(),
    clearing
      .map((row) => row.principal)
      .sort()
      .join(),
  );
}

function claimRow(row: ClearingRow): void {
  const {
    openingBalance,
    variationMargin,
    initialMargin,
    bookingFees,
    interest,
    deliveries,
    payments,
    balance,
  } = row;
  const moved = [variationMargin, initialMargin, bookingFees, interest, deliveries, payments];
  same(`clearing of ${row.uniqueKey}`, sum([openingBalance, ...moved]), toCents(balance));
  same(`whether a balance of ${row.uniqueKey} is due`, String(row.dueOn !== null), String(balance !== 0));
  const sign = Math.sign(balance);
  const [due, owed] = [sign * toCents(row.due), sign * toCents(balance)];
  if (due > owed || due < Math.min(owed, 1))
    throw new Error(`${row.uniqueKey}: ${row.due} is due of ${balance}`);
  same(`margin of ${row.uniqueKey}`, toCents(row.marginBefore) - toCents(row.margin), toCents(initialMargin));
}

function claimTree(clearing: ClearingRow, all: readonly BreakdownRow[]): void {
  const rows = all.filter(({ principal }) => principal === clearing.principal);
  const leaves = rows.filter(({ level }) => level !== 'account' && level !== 'class');
  const due = `the breakdown of ${clearing.uniqueKey}`;
  same(due, sum(leaves.map(({ amount }) => amount)), toCents(clearing.balance));
  same(`${due}: margin`, sum(leaves.map(({ margin }) => margin)), toCents(clearing.margin));
  same(
    `${due}: variation`,
    sum(leaves.map((leaf) => leaf.variationMargin)),
    toCents(clearing.variationMargin),
  );
  same(`${due}: fees`, sum(leaves.map(({ bookingFees }) => bookingFees)), toCents(clearing.bookingFees));
  for (const row of rows) {
    const below = rows.filter(({ parent }) => parent === row.uniqueKey);
    if (below.length > 0)
      same(`${due}: ${row.uniqueKey}`, sum(below.map(({ amount }) => amount)), toCents(row.amount));
    if (row.level === 'contract') claimLeaf(row);
    if (row.level === 'interest') claimInterest(row, clearing);
  }
}

/** The variation margin follows from the position, the two MTMs and the day's deals in the leaf. */
function claimLeaf({ uniqueKey, variationMargin, dealtPremium, position }: BreakdownRow): void {
  if (position === undefined) {
    same(`${uniqueKey} without a position`, toCents(variationMargin), 0);
    return;
  }
  const { opening, bought, sold, net, tons, mtmPrevious, mtm } = position;
  same(`net of ${uniqueKey}`, opening + bought - sold, net);
  const held = (net * toCents(mtm) - opening * toCents(mtmPrevious)) * tons;
  same(`variation margin of ${uniqueKey}`, held + toCents(dealtPremium), toCents(variationMargin));
}

/** The interest follows from the deposit that was paid in, the rate and the days in the leaf. */
function claimInterest({ uniqueKey, amount, interestOn }: BreakdownRow, { marginBefore }: ClearingRow): void {
  const { margin, rate, days } = interestOn ?? { margin: 0, rate: 0, days: 0 };
  // The reference model knows how much of the margin was paid in.
  if (margin < 0 || margin > marginBefore)
    throw new Error(`${uniqueKey}: interest on ${margin} of a margin of ${marginBefore}`);
  const exact = (margin * rate * days) / 365;
  if (Math.abs(exact - toCents(amount)) > 0.5001)
    throw new Error(`${uniqueKey}: ${amount} instead of ${exact / 100}`);
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + toCents(amount), 0);

function same(what: string, actual: number | string, expected: number | string): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
}
