// Writes the table of conditions of docs/market/rights.md: `npm run docs`. Its cells are those that the venue uses.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ActName, acts, type Cell, type Condition, conditions, conditionTable } from '@openpit/venue';
import { root } from '../steps/repository.mjs';

const actWords: Readonly<Record<ActName, string>> = {
  order: 'order',
  double: 'double',
  packageOrder: 'order in a split, spread or delta',
  amend: 'amend',
  edit: 'edit a suspended order',
  resubmit: 'resubmit',
  heldOverReturn: 'return of an order that was held over',
  auctionOpening: 'opening by auction',
  leave: 'delete, suspend, reduce, withdraw',
  strike: 'add a strike',
  report: 'report a deal',
  editReport: 'edit a report',
  acceptReport: 'accept a report',
  offerDeal: 'assign a deal to a member',
  acceptOffer: 'accept an assigned deal',
  tripartite: 'tripartite',
  split: 'split deal',
  cumulate: 'cumulate',
  correctPrincipal: 'correct principal',
  subAccount: 'sub-account',
  exercise: 'exercise',
  assignment: 'assignment of a short',
  abandon: 'abandon',
  tender: 'tender a certificate',
  bid: 'bid for a certificate',
  award: 'award to a bid',
  allocation: 'allocation by lot',
  endOfDay: 'exercise and settlement at the end of a day',
  errorTrade: 'error trade',
};

const conditionWords: Readonly<Record<Condition, string>> = {
  halted: 'halt',
  phase: 'phase',
  expired: 'expired',
  stopped: 'stopped',
  inactive: 'not active',
  quantity: 'quantity',
  position: 'position limit',
  margin: 'margin limit',
  ownOnly: 'own-only',
};

/** The reasons in the order the table needs them: each has a number. */
function reasonsOf(cells: readonly Cell[]): readonly string[] {
  const reasons = cells.flatMap((cell) => (cell === 'checked' ? [] : [reasonOf(cell)]));
  return [...new Set(reasons)];
}

const reasonOf = (cell: Exclude<Cell, 'checked'>): string =>
  'because' in cell ? `not checked: ${cell.because}` : `does not occur: ${cell.never}`;

/** The table and its reasons, as lines of Markdown. */
export function conditionsTable(): string {
  const cells = acts.flatMap((act) => conditions.map((condition) => conditionTable[act][condition]));
  const reasons = reasonsOf(cells);
  const textOf = (cell: Cell) =>
    cell === 'checked' ? 'checked' : String(reasons.indexOf(reasonOf(cell)) + 1);
  return [
    `| act | ${conditions.map((condition) => conditionWords[condition]).join(' | ')} |`,
    `|---|${conditions.map(() => '---').join('|')}|`,
    ...acts.map(
      (act) =>
        `| ${actWords[act]} | ${conditions.map((condition) => textOf(conditionTable[act][condition])).join(' | ')} |`,
    ),
    '',
    ...reasons.map((reason, at) => `${at + 1}. ${reason}`),
  ].join('\n');
}

/** The page with the table of today. */
export const withConditions = (page: string): string =>
  page.replace(
    /(<!-- conditions -->\n)[\s\S]*?(<!-- end -->)/,
    (_all, start: string, end: string) => `${start}${conditionsTable()}\n${end}`,
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, 'docs', 'market', 'rights.md');
  writeFileSync(file, withConditions(readFileSync(file, 'utf8')));
}
