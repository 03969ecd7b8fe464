// All tables of keys, in the order of the sheet.

import { workspaceKeys } from '../../actions/view-actions.ts';
import { ticketKeys } from '../../forms/ticket/ticket-keys.ts';
import { panels } from '../../panels/registry.ts';
import type { KeyTable } from '../../ui/keys.ts';
import { numberFieldKeys } from '../../ui/keys.ts';
import { gridHeadKeys, gridKeys } from '../../ui/live-grid/grid-keys.ts';
import { panelKeys } from '../../ui/panel-keys.ts';
import { paletteKeys } from '../palette/palette-keys.ts';

export const keyTables: readonly KeyTable[] = [
  ...new Set<KeyTable>([
    workspaceKeys,
    ...panels.flatMap(({ keys = [] }) => keys),
    ticketKeys,
    numberFieldKeys,
    paletteKeys,
    gridKeys,
    gridHeadKeys,
    panelKeys,
  ]),
];

/** The entries by place; tables of the same place are one. */
export const keysByPlace = (): ReadonlyMap<string, KeyTable['keys'][string][]> => {
  const places = new Map<string, KeyTable['keys'][string][]>();
  for (const { place, keys } of keyTables)
    places.set(place, [...(places.get(place) ?? []), ...Object.values(keys)]);
  return places;
};
