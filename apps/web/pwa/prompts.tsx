// The update prompt (SHELL-6) and the offline dialog (SHELL-8). The prompt and the dialog are in the first file of the page: when they are
// needed, other files may no longer be available.
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '../stores/connection.ts';
import { Button } from '../ui/button.tsx';
import styles from './prompts.module.css';
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

/** This dialog closes only when the connection is back. */
export function OfflineDialog() {
  const isOnline = useOnline((online) => online.isOnline);
  return isOnline ? null : <Dialog />;
}

/** The browser's own dialog: it needs no additional file, which could not be loaded now, and is above everything else. */
function Dialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useEffect(open, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="offline-title"
      aria-describedby="offline-text"
      onCancel={(event) => event.preventDefault()}
      // A browser may still close the dialog at the second Escape.
      onClose={open}
    >
      <h2 id="offline-title" className={styles.offlineTitle}>
        Offline Mode Activated
      </h2>
      <p id="offline-text" className={styles.offlineText}>
        Live trading and real-time data need an internet connection. Check your network settings or try again
        later.
      </p>
    </dialog>
  );
}
