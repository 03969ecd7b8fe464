// The comparison of the rows below a view with the market's rows.
import type { ObservedMarket } from '../observed/observed-market.ts';
import type { View } from '../scenario.ts';
import type { Difference } from './difference.ts';
import { rowsDifference } from './rows-difference.ts';

/** Returns at most one difference. A view with `not` differs if one of its rows exists. */
export function compareView(view: View, market: ObservedMarket): Difference[] {
  const { line, text, isNegated, rows: expected } = view;
  const actual = rowsOf(view, market);
  if (isNegated) {
    const present = expected.filter((row) => actual.includes(row));
    return present.length === 0 ? [] : [{ line, expected: text, actual: present.map((row) => `+ ${row}`) }];
  }
  const rows = rowsDifference(expected, actual);
  if (rows.every(({ mark }) => mark === ' ')) return [];
  return [{ line, expected: text, actual: rows.map(({ mark, row }) => `${mark} ${row}`) }];
}

function rowsOf(view: View, market: ObservedMarket): readonly string[] {
  switch (view.phrase) {
    case 'book':
      return market.bookRows(view.values.CONTRACT);
    case 'positions':
      return orNone(market.positionRows());
    case 'deals':
      return orNone(market.dealRows());
    case 'sides':
      return orNone(market.deals.sideRows());
    case 'reports':
      return orNone(market.deals.reportRows());
    case 'movements':
      return orNone(market.movementRows());
    case 'certificates':
      return orNone(market.certificateRows());
  }
}

const orNone = (rows: readonly string[]): readonly string[] => (rows.length === 0 ? ['(none)'] : rows);
