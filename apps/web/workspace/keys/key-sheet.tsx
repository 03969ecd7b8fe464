// The sheet of keys: every table of keys, by the place where the keys work.
import { useId } from 'react';
import { HeadedDialog } from '../../ui/dialog.tsx';
import { shownKey } from '../../ui/keys.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './key-sheet.module.css';
import { keysByPlace } from './key-tables.ts';

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
