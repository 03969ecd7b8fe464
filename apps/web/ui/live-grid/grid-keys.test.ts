import { describe, expect, it } from 'vitest';
import { type GridKeyContext, handleGridKey, moveFocus } from './grid-keys.ts';

const extent = { lines: 100, columns: 14, page: 20 };
const plain = { ctrl: false };
const ctrl = { ctrl: true };
const at = (line: number, column: number) => ({ line, column });

describe('the keyboard in a grid', () => {
  it('moves cell by cell and stops at the borders', () => {
    expect(moveFocus(at(0, 0), 'ArrowDown', plain, extent)).toEqual(at(1, 0));
    expect(moveFocus(at(99, 13), 'ArrowDown', plain, extent)).toEqual(at(99, 13));
    expect(moveFocus(at(5, 0), 'ArrowLeft', plain, extent)).toEqual(at(5, 0));
    expect(moveFocus(at(5, 3), 'ArrowRight', plain, extent)).toEqual(at(5, 4));
  });

  it('moves up from the first row to the header', () => {
    expect(moveFocus(at(0, 2), 'ArrowUp', plain, extent)).toEqual(at(-1, 2));
    expect(moveFocus(at(-1, 2), 'ArrowUp', plain, extent)).toEqual(at(-1, 2));
  });

  it('moves to the ends of a row, and with Ctrl to the ends of the grid', () => {
    expect(moveFocus(at(5, 5), 'Home', plain, extent)).toEqual(at(5, 0));
    expect(moveFocus(at(5, 5), 'End', plain, extent)).toEqual(at(5, 13));
    expect(moveFocus(at(5, 5), 'Home', ctrl, extent)).toEqual(at(0, 0));
    expect(moveFocus(at(5, 5), 'End', ctrl, extent)).toEqual(at(99, 13));
  });

  it('moves by pages, but not to the header', () => {
    expect(moveFocus(at(5, 1), 'PageDown', plain, extent)).toEqual(at(25, 1));
    expect(moveFocus(at(5, 1), 'PageUp', plain, extent)).toEqual(at(0, 1));
  });

  it('ignores all other keys', () => {
    expect(moveFocus(at(5, 1), 'b', plain, extent)).toBeNull();
    expect(moveFocus(at(5, 1), 'Enter', plain, extent)).toBeNull();
  });

  it('stays in the header of a grid without rows', () => {
    const none = { lines: 0, columns: 3, page: 20 };
    expect(moveFocus(at(-1, 0), 'ArrowDown', plain, none)).toEqual(at(-1, 0));
    expect(moveFocus(at(-1, 0), 'PageUp', plain, none)).toEqual(at(-1, 0));
  });

  it('offers a key to the panel once while it is held, so that it cannot act on one row after another', () => {
    const offered: string[] = [];
    const grid = {
      lines: [{ kind: 'row', id: '1', row: {} }],
      columns: [{}],
      focus: { line: 0, column: 0, isSettled: true },
      page: 20,
      offer: (key: string) => offered.push(key) > 0,
    } as unknown as GridKeyContext<object>;
    const key = { key: 'Delete', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
    expect(handleGridKey(key, grid)).toBe(true);
    handleGridKey({ ...key, repeat: true }, grid);
    expect(offered).toEqual(['Delete']);
  });
});
