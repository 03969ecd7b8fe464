// The areas of the mutation test, with the tests that must detect their faults, and the faults that no test can detect.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutantsOf } from './mutants.mjs';

/** @typedef {import('./mutants.mjs').Mutant & { file: string, nth: number }} Fault nth: among equal changes of equal lines */

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const venue = 'packages/venue';

/** By area, its folders in the venue, which contain most of its tests. @type {Readonly<Record<string, readonly string[]>>} */
export const areas = {
  'order-book': ['order-book'],
  positions: ['positions'],
  orders: ['orders'],
  money: ['clearing', 'margins', 'mtm'],
  silo: ['silo'],
  rights: ['rights'],
};

/** Tests of the whole venue. */
const further = [
  `${venue}/act-conditions.check.test.ts`,
  `${venue}/modules.test.ts`,
  `${venue}/runs.check.test.ts`,
  `${venue}/venue.test.ts`,
  'packages/scenario/scenarios.check.test.ts',
];

/** @type {Readonly<Record<string, readonly string[]>>} The order book and positions are tested alone, because the venue only shows their faults later. */
const tests = {
  'order-book': [],
  positions: [`${venue}/deal-actions`],
  // Limits of the margin are tested with the money.
  orders: [...further, `${venue}/clearing/clearing.test.ts`],
};

/** Files that are not mutated: types, sentences of rejections, which are compared with errors.md, the naive book and what only prints. */
const leftOut = /^(order-book|naive-book|print-book|.*-rejections)\.ts$|\.test\.ts$/;

/** @param {string} area */
const foldersOf = (area) => areas[area] ?? [];

/** @param {string} area @returns {readonly string[]} folders and files of its tests */
export const testsOf = (area) => [
  ...foldersOf(area).map((folder) => `${venue}/${folder}/`),
  ...(tests[area] ?? further),
];

/** @param {string} area @returns {readonly Fault[]} */
export function faultsOf(area) {
  const files = foldersOf(area).flatMap((folder) =>
    readdirSync(join(root, venue, folder))
      .filter((name) => !leftOut.test(name))
      .map((name) => `${venue}/${folder}/${name}`),
  );
  return files.flatMap((file) => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => {
      const key = `${mutant.from}\n${mutant.to}`;
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      return { ...mutant, file, nth };
    });
  });
}

/**
 * Faults that no test can detect, with the reason.
 * @type {readonly { file: string, from: string, to: string, because: string }[]} file: in the venue; from, to: the whole line
 */
export const explained = [
  {
    file: 'clearing/clear-day.ts',
    from: 'let work = 1;',
    to: 'let work = 0;',
    because: 'The estimate of the work only decides how much is done in one slice.',
  },
  {
    file: 'margins/account-portfolio.ts',
    from: '(a, b) => a.future.lastDay - b.future.lastDay || a.future.index - b.future.index,',
    to: '(a, b) => a.future.lastDay - b.future.lastDay || a.future.index + b.future.index,',
    because:
      'An instrument has one future of each last day, and instruments are sorted by their codes later.',
  },
  {
    file: 'margins/portfolio-margin.ts',
    from: 'deltas[far] = farDelta > 0 ? farDelta - lots : farDelta + lots;',
    to: 'deltas[far] = farDelta >= 0 ? farDelta - lots : farDelta + lots;',
    because: 'A delta of zero has been passed over before.',
  },
  {
    file: 'mtm/value-contracts.ts',
    from: 'let work = 1 + addDealtVolatility(state, contract, valuing.dealt);',
    to: 'let work = 1 - addDealtVolatility(state, contract, valuing.dealt);',
    because: 'The estimate of the work only decides how much is done in one slice.',
  },
  {
    file: 'mtm/mark-contracts.ts',
    from: 'state.limits.unlock(contract);',
    to: ';',
    because: 'In the next stage every order leaves its book, which ends the lock, too.',
  },
  {
    file: 'orders/exposure.ts',
    from: 'if (change > 0 === direction > 0) yield { contract, change: -change };',
    to: 'if (change > 0 === direction >= 0) yield { contract, change: -change };',
    because: 'A direction is 1 or -1.',
  },
  {
    file: 'orders/left-orders.ts',
    from: "if (best === null || (side === 'B' ? left.price > best : left.price < best)) best = left.price;",
    to: "if (best === null || (side === 'B' ? left.price >= best : left.price < best)) best = left.price;",
    because: 'Equal prices are the same.',
  },
  {
    file: 'orders/left-orders.ts',
    from: "if (best === null || (side === 'B' ? left.price > best : left.price < best)) best = left.price;",
    to: "if (best === null || (side === 'B' ? left.price > best : left.price <= best)) best = left.price;",
    because: 'Equal prices are the same.',
  },
  {
    file: 'orders/entry-checks.ts',
    from: "expired: isChecked(name, 'expired') && checked !== 'all',",
    to: "expired: isChecked(name, 'expired') && checked === 'all',",
    because:
      'Only new orders ask, because no order outlives its contract, and their commands have asked before.',
  },
  {
    file: 'orders/enter-market.ts',
    from: 'resting.entry = null;',
    to: ';',
    because: 'The order is no longer open, and nothing reads it afterwards.',
  },
  {
    file: 'orders/exposure.ts',
    from: 'if (change > 0 === direction > 0) yield { contract, change: -change };',
    to: 'if (change >= 0 === direction > 0) yield { contract, change: -change };',
    because: 'A change of no lots adds nothing.',
  },
  {
    file: 'orders/hold-over.ts',
    from: 'day.openOrders = [];',
    to: ';',
    because: 'The list is not read again; this only frees its memory.',
  },
  {
    file: 'silo/award.ts',
    from: 'let left = random.below(longs.reduce((sum, { net }) => sum + net, 0));',
    to: 'let left = random.below(longs.reduce((sum, { net }) => sum - net, 0));',
    because: 'The number is the remainder of a division, which does not depend on the sign of the divisor.',
  },
];

/** @param {Fault} fault @param {typeof explained} [among] */
export const isExplained = (fault, among = explained) =>
  among.some(
    ({ file, from, to }) => fault.file === `${venue}/${file}` && fault.from === from && fault.to === to,
  );
