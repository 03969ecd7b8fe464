// The selected rows of a grid. Rows that are removed are dropped from the selection.
import { useMemo, useState } from 'react';
import type { GridLine } from './grid-lines.ts';
import { nothingSelected, select, withoutRemoved } from './row-selection.ts';

export function useRowSelection<Row>(
  lines: readonly GridLine<Row>[],
  lineAt: ReadonlyMap<string, number>,
  isOn: boolean,
) {
  const [stored, setStored] = useState(nothingSelected);
  const selection = useMemo(() => withoutRemoved(stored, (id) => lineAt.has(id)), [stored, lineAt]);
  const shown = () => lines.flatMap((line) => (line.kind === 'row' ? [line.id] : []));
  return {
    ids: isOn ? selection.ids : nothingSelected.ids,
    select(index: number, how: 'only' | 'toggle' | 'range') {
      const line = lines[index];
      if (isOn && line?.kind === 'row') setStored(select(selection, line.id, how, shown()));
    },
    selectAll() {
      if (isOn) setStored({ ids: new Set(shown()), from: selection.from });
    },
    /** True when several rows were selected. */
    clear(): boolean {
      if (selection.ids.size < 2) return false;
      setStored(nothingSelected);
      return true;
    },
  };
}
