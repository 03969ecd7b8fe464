// The rows of the breakdown as a tree: account, instrument, contract. The amounts are those of the server; this file orders the
// rows, names them, and leaves out those below a closed one.
import { type BreakdownRow, compareInstruments } from '@openpit/wire';
import { contractMonth } from '../../stores/market-days.ts';
import type { TreePlace } from '../../ui/live-grid/grid-tree.ts';
import { toCents, toRand } from '../../ui/money.ts';

/** A visible row of the tree. */
export interface BreakdownLine extends BreakdownRow {
  /** What the row is about, in words. */
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

/** `isOpen` says whether the rows below a row are visible. Without an account the rows of all are. */
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
    return siblings.flatMap((row, at) => {
      const isParent = below.has(row.uniqueKey);
      const open = isParent && isOpen(row);
      const place = { level, position: at + 1, size: siblings.length, isOpen: isParent ? open : null };
      const line = { ...row, item: itemOf(row), place };
      return open ? [line, ...linesBelow(row.uniqueKey, level + 1)] : [line];
    });
  };
  return linesBelow(null, 1);
}

/** The member's own account first, then clients; instruments and contracts in the order of the market. */
function compareRows(a: BreakdownRow, b: BreakdownRow): number {
  const isClient = ({ principal, member }: BreakdownRow) => (principal === member ? 0 : 1);
  const month = ({ contract }: BreakdownRow) => contractMonth(contract?.split(' ')[0] ?? '') ?? 0;
  return (
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    isClient(a) - isClient(b) ||
    compareInstruments(a.instrument ?? '', b.instrument ?? '') ||
    month(a) - month(b) ||
    (a.uniqueKey < b.uniqueKey ? -1 : 1)
  );
}

export interface LeafSum {
  readonly leaves: number;
  /** In rand. */
  readonly amount: number;
}

/** The sum of all leaves, in whole cents, also of those that are not visible. */
export function sumOfLeaves(rows: readonly BreakdownRow[], account: string | null): LeafSum {
  const leaves = rows.filter((row) => isLeaf(row) && (account === null || row.principal === account));
  return {
    leaves: leaves.length,
    amount: toRand(leaves.reduce((sum, { amount }) => sum + toCents(amount), 0)),
  };
}
