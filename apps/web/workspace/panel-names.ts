// A unique name for each panel of a layout, so that screen readers distinguish two of one kind: "Depth MAR27 SUNS", with a
// number where the contracts are the same.
import type { LayoutColumn } from '@openpit/wire';
import { panelEntry } from '../panels/registry.ts';
import { pinnedContract } from '../panels/settings/panel-settings.ts';

export function panelNames(columns: readonly LayoutColumn[]): ReadonlyMap<LayoutColumn['id'], string> {
  const names = new Map<LayoutColumn['id'], string>();
  const taken = new Map<string, number>();
  for (const column of columns) {
    const title = panelEntry(column.component)?.title ?? column.component;
    const contract = pinnedContract(column);
    const name = contract === null ? title : `${title} ${contract}`;
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    names.set(column.id, count === 1 ? name : `${name}, ${count}`);
  }
  return names;
}
