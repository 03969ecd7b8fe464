// The dialog while the browser is offline (SHELL-8). It stays until the browser is online: nothing closes it.
import { useEffect, useRef } from 'react';
import { useOnline } from '../stores/connection.ts';
import styles from './offline-dialog.module.css';

export function OfflineDialog() {
  const isOnline = useOnline((online) => online.isOnline);
  return isOnline ? null : <Dialog />;
}

/** The browser's own dialog: it needs no further file, which could not be loaded now, and is above everything else. */
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
      // A browser may close it at the second Escape all the same.
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
