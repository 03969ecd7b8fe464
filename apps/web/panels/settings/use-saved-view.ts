// The saved view of a panel's grid, as the props that LiveGrid takes.
import { useMemo } from 'react';
import { type GridView, plainView } from '../../ui/live-grid/grid-view.ts';
import type { PanelProps } from './panel-props.ts';
import { savedView, viewChange } from './saved-view.ts';

export interface SavedView {
  readonly view: GridView;
  readonly onViewChange: (change: Partial<GridView>) => void;
}

export function useSavedView({ column, device, onChange }: PanelProps): SavedView {
  const { sortingOrder, tableHeaders, groupBy, props = null } = column;
  // A panel that is only moved keeps its view object, so that its grid is not laid out again.
  const saved = useMemo(
    () => savedView({ sortingOrder, tableHeaders, groupBy, props }),
    [sortingOrder, tableHeaders, groupBy, props],
  );
  const isPhone = device === 'mobile';
  const view = useMemo(
    () => (isPhone ? { ...plainView, sort: saved.sort, groupBy: saved.groupBy } : saved),
    [isPhone, saved],
  );
  return { view, onViewChange: (change) => onChange(viewChange(column, change)) };
}
