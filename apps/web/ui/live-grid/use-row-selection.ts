// The chosen rows of a grid, by click and by key; rows that go are forgotten.
import { useMemo, useState } from 'react';
import type { GridLine } from './grid-lines.ts';
import { nothingSelected, select, withoutGone } from './row-selection.ts';

export function useRowSelection<Row>(
  lines: readonly GridLine<Row>[],
  lineAt: ReadonlyMap<string, number>,
  isOn: boolean,
) {
  const [held, setHeld] = useState(nothingSelected);
  const selection = useMemo(() => withoutGone(held, (id) => lineAt.has(id)), [held, lineAt]);
  const shown = () => lines.flatMap((line) => (line.kind === 'row' ? [line.id] : []));
  return {
    ids: isOn ? selection.ids : nothingSelected.ids,
    select(index: number, how: 'only' | 'toggle' | 'upTo') {
      const line = lines[index];
      if (isOn && line?.kind === 'row') setHeld(select(selection, line.id, how, shown()));
    },
    selectAll() {
      if (isOn) setHeld({ ids: new Set(shown()), from: selection.from });
    },
    /** True when there was more than one to let go. */
    clear(): boolean {
      if (selection.ids.size < 2) return false;
      setHeld(nothingSelected);
      return true;
    },
  };
}
