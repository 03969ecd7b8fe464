import { describe, expect, it } from 'vitest';
import { limitMark } from '../../../market/market-text.ts';
import { marketRow } from '../../../testing/rows.ts';
import type { GridColumn } from '../../../ui/live-grid/grid-column.ts';
import { futuresColumns } from '../../futures/columns.ts';
import { contractOfCell, fittedColumns, marketColumns } from './columns.ts';

const limits = { limitLow: 3_900, limitHigh: 4_100 };

describe('the mark of a contract at its limit', () => {
  it('is shown while the best bid is at the upper limit or the best offer at the lower limit', () => {
    expect(limitMark({ ...limits, bid: 4_100, offer: null })).toEqual({
      shape: 'up',
      label: 'at its upper limit',
    });
    expect(limitMark({ ...limits, bid: null, offer: 3_900 })).toEqual({
      shape: 'down',
      label: 'at its lower limit',
    });
  });

  it('is missing inside the limits, without orders and without limits', () => {
    expect(limitMark({ ...limits, bid: 4_099.8, offer: 4_100 })).toBeUndefined();
    expect(limitMark({ ...limits, bid: null, offer: null })).toBeUndefined();
    expect(limitMark({ limitLow: null, limitHigh: null, bid: null, offer: null })).toBeUndefined();
  });
});

const column = (id: string, width: number): GridColumn<object> => ({
  id,
  title: id,
  width,
  align: 'left',
  text: () => '',
});
const tenPxPerLetter = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length * 10));

describe('columns that fit their texts', () => {
  it('[PANEL-0] are as wide as the longest contract name, and cannot be narrowed below it', () => {
    const names = ['DEC26 WMAZ', 'MAR27 WMAZ 4060 C D'];
    const [contract, side] = fittedColumns(
      [column('contract', 120), column('side', 42)],
      { contract: names },
      { widthOf: tenPxPerLetter },
    );
    expect(contract).toMatchObject({ width: 204, minWidth: 204 });
    expect(side).toMatchObject({ width: 42 });
    expect(side?.minWidth).toBeUndefined();
  });

  it('keep their own width when all texts are shorter', () => {
    const [contract] = fittedColumns(
      [column('contract', 120)],
      { contract: ['DEC26'] },
      {
        widthOf: tenPxPerLetter,
      },
    );
    expect(contract).toMatchObject({ width: 120, minWidth: 120 });
  });
});

const noLots = () => new Map<never, never>();

describe('the columns of a market screen', () => {
  it('show every value of a contract whose price is not received as old, and never its name or the user’s lots', () => {
    const columns = marketColumns(
      futuresColumns(noLots, noLots),
      { isLive: (name) => name === 'A' },
      contractOfCell,
    );
    const staleIn = (contract: string) =>
      columns.filter(({ isStale }) => isStale?.(marketRow(contract))).map(({ id }) => id);
    expect(staleIn('A')).toEqual([]);
    expect(staleIn('B')).toEqual(
      columns.map(({ id }) => id).filter((id) => id !== 'contract' && id !== 'net'),
    );
  });
});
