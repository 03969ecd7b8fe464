// How a panel's grid is set up, kept in its column of the layout: what to hand a LiveGrid.
import { useMemo } from 'react';
import { type GridView, plainView } from '../../ui/live-grid/grid-view.ts';
import type { PanelProps } from './panel-props.ts';
import { savedView, viewChange } from './saved-view.ts';

export function useSavedView({ column, device, onChange }: PanelProps): {
  readonly view: GridView;
  readonly onViewChange: (change: Partial<GridView>) => void;
} {
  const { sortingOrder, tableHeaders, groupBy } = column;
  const props = column.props ?? undefined;
  // Only what the view is made of makes it anew: a panel that is moved lays no grid out again.
  const kept = useMemo(
    () => savedView({ id: '', component: '', coordinates, sortingOrder, tableHeaders, groupBy, props }),
    [sortingOrder, tableHeaders, groupBy, props],
  );
  const isPhone = device === 'mobile';
  const view = useMemo(
    () => (isPhone ? { ...plainView, sort: kept.sort, groupBy: kept.groupBy } : kept),
    [isPhone, kept],
  );
  return { view, onViewChange: (change) => onChange(viewChange(column, change)) };
}

const coordinates = { x: 0, y: 0, w: 0, h: 0, z: 0 };
