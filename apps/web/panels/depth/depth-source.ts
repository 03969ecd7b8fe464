// The levels of one contract's depth as a source for the grid.
import { createRowSource, type RowSource } from '../sources/row-source.ts';
import { type DepthLevel, isSameLevel } from './depth-levels.ts';

export interface DepthSource extends RowSource<DepthLevel, number> {
  /** The indexes of the levels; the same array while their number stays the same. */
  keys(): readonly number[];
  /** Called when the number of levels has changed. */
  onShape(listener: () => void): () => void;
}

export const keyOfLevel = (level: DepthLevel) => level.index;

export function createDepthSource(): DepthSource {
  const rows = createRowSource(keyOfLevel, isSameLevel);
  let keys: readonly number[] = [];
  const shapeListeners = new Set<() => void>();
  return {
    get: rows.get,
    onRow: rows.onRow,
    keys: () => keys,
    set(levels) {
      rows.set(levels);
      if (levels.length === keys.length) return;
      keys = levels.map(keyOfLevel);
      for (const listener of [...shapeListeners]) listener();
    },
    onShape(listener) {
      shapeListeners.add(listener);
      return () => shapeListeners.delete(listener);
    },
  };
}
