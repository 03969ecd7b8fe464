// The words by which the command palette finds a contract, and how typed words match them: each word that is typed must begin
// one of the contract's, in any order.
import type { MarketRow } from '@openpit/wire';

type Named = Pick<MarketRow, 'contract' | 'contractDisplay' | 'displaySeq'>;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const classes: Readonly<Record<number, readonly string[]>> = {
  1: ['future', 'futures'],
  2: ['option', 'options'],
  3: ['spread', 'spreads'],
  4: ['split', 'splits'],
  5: ['delta', 'deltas'],
};
const sides: Readonly<Record<string, string>> = { C: 'call', P: 'put' };

export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.,?]+/u)
    .filter((word) => word !== '');

/** "DEC26 WMAZ 4000 C" → dec26, december, 26, 2026, wmaz, 4000, c, call, option … */
export function contractWords({ contract, contractDisplay }: Named, instrumentName = ''): readonly string[] {
  const { CONTRACT_TYPE, flag } = contractDisplay;
  const dates = [...contract.matchAll(/\b([A-Z]{3})(\d{2})\b/g)].flatMap(([, code = '', year = '']) => [
    ...months.filter((month) => month.startsWith(code.toLowerCase())),
    year,
    `20${year}`,
  ]);
  return [
    ...wordsOf(contract),
    ...wordsOf(instrumentName),
    ...dates,
    ...(classes[CONTRACT_TYPE] ?? []),
    ...(sides[flag] === undefined ? [] : [sides[flag]]),
  ];
}

/** How well the words match: more where a typed word is a whole word; and the typed words that match none. */
export function matchWords(
  words: readonly string[],
  typed: readonly string[],
): { readonly score: number; readonly rest: readonly string[] } {
  let score = 0;
  const rest: string[] = [];
  for (const word of typed) {
    if (words.includes(word)) score += 2;
    else if (words.some((one) => one.startsWith(word))) score += 1;
    else rest.push(word);
  }
  return { score, rest };
}

export const matchesAll = (words: readonly string[], typed: readonly string[]): boolean =>
  matchWords(words, typed).rest.length === 0;

// Futures first: most searches mean them.
const classOrder = [1, 4, 3, 2, 5];

export interface FoundContract<Row> {
  readonly row: Row;
  /** The typed words that must be found in what can be done with the contract. */
  readonly rest: readonly string[];
}

/** The contracts that match at least one typed word, the best first. */
export function findContracts<Row extends Named & Pick<MarketRow, 'instrument'>>(
  rows: readonly Row[],
  typed: readonly string[],
  nameOf: (instrument: string) => string,
): readonly FoundContract<Row>[] {
  return rows
    .map((row) => ({ row, ...matchWords(contractWords(row, nameOf(row.instrument)), typed) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        a.rest.length - b.rest.length ||
        b.score - a.score ||
        classOrder.indexOf(a.row.contractDisplay.CONTRACT_TYPE) -
          classOrder.indexOf(b.row.contractDisplay.CONTRACT_TYPE) ||
        a.row.displaySeq - b.row.displaySeq,
    );
}
