// Hands the levels of one contract's depth to the grid row by row: only levels that look different are told of.
import type { GridSource } from '../../ui/live-grid/grid-column.ts';
import { type DepthLevel, isSameLevel } from './depth-levels.ts';

type LevelListener = (level: DepthLevel | undefined, before: DepthLevel | undefined) => void;

export interface DepthSource extends GridSource<DepthLevel, number> {
  set(levels: readonly DepthLevel[]): void;
  /** The indexes of the levels; the same array while their number stays. */
  keys(): readonly number[];
  onShape(listener: () => void): () => void;
}

export function createDepthSource(): DepthSource {
  let levels: readonly DepthLevel[] = [];
  let keys: readonly number[] = [];
  const listeners = new Map<number, Set<LevelListener>>();
  const shapeListeners = new Set<() => void>();
  return {
    get: (index) => levels[index],
    keys: () => keys,
    set(next) {
      const before = levels;
      levels = next;
      for (const [index, heard] of listeners) {
        const is = next[index];
        const was = before[index];
        if (is === was || (is !== undefined && was !== undefined && isSameLevel(is, was))) continue;
        for (const listener of [...heard]) listener(is, was);
      }
      if (next.length === keys.length) return;
      keys = next.map((level) => level.index);
      for (const listener of [...shapeListeners]) listener();
    },
    onRow(index, listener) {
      const heard = listeners.get(index) ?? new Set();
      listeners.set(index, heard);
      heard.add(listener);
      return () => {
        heard.delete(listener);
        if (heard.size === 0 && listeners.get(index) === heard) listeners.delete(index);
      };
    },
    onShape(listener) {
      shapeListeners.add(listener);
      return () => shapeListeners.delete(listener);
    },
  };
}
