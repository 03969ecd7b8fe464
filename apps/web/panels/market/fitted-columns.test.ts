import { describe, expect, it } from 'vitest';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { fittedColumns } from './fitted-columns.ts';

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
