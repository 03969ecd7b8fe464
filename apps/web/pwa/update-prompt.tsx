// The update prompt at the top right (SHELL-6), on every screen. It is in the first file of the page: when it is needed, other files
// may no longer exist.
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './prompt.module.css';
import { closeOffer, updateNow, useUpdate } from './updates.ts';

const text =
  'New features and improvements are available. Update for a smoother and more efficient trading experience. Save your layout first, because the page will reload.';

const missingText =
  'A part of this page could not be loaded, because the server has a newer version. Parts that are open keep working.';

export function UpdatePrompt() {
  const { offer, warnings } = useUpdate();
  const [isBusy, setBusy] = useState(false);
  const isShown = offer !== null;
  return (
    <>
      <div className="visually-hidden" role="status">
        {isShown ? `${offer === 'missingFile' ? `${missingText} ` : ''}${text}` : ''}
      </div>
      {isShown && (
        <section className={styles.prompt} data-at="top" aria-label="Update">
          {offer === 'missingFile' && <p className={styles.warning}>{missingText}</p>}
          <p className={styles.text}>{text}</p>
          {warnings.map((warning) => (
            <p key={warning} className={styles.warning}>
              {warning}
            </p>
          ))}
          <div className={styles.buttons}>
            <Button onClick={closeOffer}>Close</Button>
            <Button
              variant="primary"
              aria-busy={isBusy}
              onClick={() => {
                if (isBusy) return;
                setBusy(true);
                void updateNow().finally(() => setBusy(false));
              }}
            >
              Update
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
