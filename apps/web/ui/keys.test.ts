import { describe, expect, it } from 'vitest';
import { entryOfKey, keyName, keyTable, shownKey, withKey } from './keys.ts';

const table = keyTable('Here', {
  save: { press: ['$mod+Shift+s'], label: 'Save' },
  buy: { press: ['b'], label: 'Buy' },
  gone: { press: ['Delete'], label: 'Delete' },
  move: { press: ['ArrowUp', 'ArrowDown'], shown: '↑ ↓', label: 'Move' },
});

describe('a table of keys', () => {
  it('finds the entry of a key in either case, and none for another key', () => {
    expect(entryOfKey(table, 'b')).toBe('buy');
    expect(entryOfKey(table, 'B')).toBe('buy');
    expect(entryOfKey(table, 'Delete')).toBe('gone');
    expect(entryOfKey(table, 'ArrowDown')).toBe('move');
    expect(entryOfKey(table, 's')).toBeNull();
  });

  it('writes keys as people do', () => {
    expect(Object.values(table.keys).map(shownKey)).toEqual(['Ctrl+Shift+S', 'B', 'Del', '↑ ↓']);
    expect(['Alt+KeyT', '-', '?', 'Shift+F6', 'Control+Space'].map(keyName)).toEqual([
      'Alt+T',
      '-',
      '?',
      'Shift+F6',
      'Ctrl+Space',
    ]);
    expect(withKey('Save', 'Ctrl+S')).toBe('Save (Ctrl+S)');
    expect(withKey('Save', undefined)).toBe('Save');
  });
});
