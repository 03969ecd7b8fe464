// All tables of keys, in the order of the sheet.

import { useId } from 'react';
import { paletteKeys, workspaceKeys } from '../actions/view-actions.ts';
import { ticketKeys } from '../forms/ticket/ticket-keys.ts';
import { panels } from '../panels/registry.ts';
import { ScrollRegion } from '../ui/button.tsx';
import { HeadedDialog } from '../ui/dialog.tsx';
import { type KeyTable, numberFieldKeys, shownKey } from '../ui/keys.ts';
import { gridHeadKeys, gridKeys } from '../ui/live-grid/grid-keys.ts';
import { panelKeys } from '../ui/panel-keys.ts';
import styles from './key-sheet.module.css';

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

// The sheet of keys: every table of keys, by the place where the keys work.

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  return (
    <HeadedDialog
      title="Keys"
      titleId={titleId}
      closeLabel="Close the keys"
      closeHasFocus
      className={styles.paper}
      onClose={onClose}
    >
      <ScrollRegion className={styles.places} aria-labelledby={titleId}>
        {[...keysByPlace()].map(([place, entries]) => (
          <section key={place} className={styles.place} aria-label={place}>
            <h3 className={styles.name}>{place}</h3>
            <dl className={styles.keys}>
              {entries.map((entry) => (
                <div key={`${shownKey(entry)} ${entry.label}`} className={styles.entry}>
                  <dt>
                    <kbd className={styles.key}>{shownKey(entry)}</kbd>
                  </dt>
                  <dd className={styles.label}>{entry.label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollRegion>
    </HeadedDialog>
  );
}
