// The list of notices, the newest first: every toast of this page, whether it was shown, is waiting or was superseded, and the
// announcements of the day from before the sign-in.
import { useId, useMemo } from 'react';
import { exchangeTime } from '../../market/market-text.ts';
import { toastTypeNames } from '../../notices/toast-view.tsx';
import type { Toast } from '../../notices/toasts.ts';
import { useToasts } from '../../notices/toasts.ts';
import { HeadedDialog } from '../../ui/dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import styles from './notices.module.css';

export function Notices({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const { showing, waiting, past } = useToasts();
  const all = useMemo(
    () => [...(showing === null ? [] : [showing]), ...waiting, ...past].sort(newestFirst),
    [showing, waiting, past],
  );
  return (
    <HeadedDialog
      title="Notices"
      titleId={titleId}
      note="the newest first, with the announcements of the whole day"
      closeLabel="Close the notices"
      className={styles.notices}
      onClose={onClose}
    >
      {all.length === 0 ? (
        <p className={styles.empty}>No notices yet. Fills, rejections and announcements are listed here.</p>
      ) : (
        <ScrollRegion className={styles.scroller} aria-labelledby={titleId}>
          <ul className={styles.list}>
            {all.map(({ id, at, type, message }) => (
              <li key={id} className={styles.notice} data-type={type}>
                <time className={styles.time} dateTime={new Date(at).toISOString()}>
                  {exchangeTime(at)}
                </time>
                <span className={styles.type}>{toastTypeNames[type]}</span>
                <span className={styles.message}>{message}</span>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </HeadedDialog>
  );
}

const newestFirst = (one: Toast, other: Toast) => other.at - one.at || other.id - one.id;
