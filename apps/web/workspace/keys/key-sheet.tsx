// The sheet of keys: every table of keys, by the place where the keys work.
import { useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { shownKey } from '../../ui/keys.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './key-sheet.module.css';
import { keysByPlace } from './key-tables.ts';

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby={`${id}title`}
      slotProps={{ paper: { className: styles.paper } }}
    >
      <header className={styles.header}>
        <h2 id={`${id}title`} className={styles.title}>
          Keys
        </h2>
        <IconButton label="Close the keys" keyName="Esc" icon={<CloseIcon />} onClick={onClose} autoFocus />
      </header>
      <ScrollRegion className={styles.places} aria-labelledby={`${id}title`}>
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
    </Dialog>
  );
}
