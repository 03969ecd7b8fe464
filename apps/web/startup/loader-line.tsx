// One loader of the start-up: a symbol for its state, the specification's text, and after a failure the reason and a button
// to retry.
import { Button } from '../ui/button.tsx';
import { type LoaderName, type LoaderStatus, statusText } from './loader-texts.ts';
import { retryLoaders } from './run-start-up.ts';
import type { LoaderState } from './start-up.ts';
import styles from './startup-frame.module.css';

const signs: Readonly<Record<LoaderStatus, string>> = {
  NotStarted: '·',
  Loading: '…',
  Success: '✓',
  Error: '!',
};

export function LoaderLine({ name, state: { status, error } }: { name: LoaderName; state: LoaderState }) {
  return (
    <li className={styles.line} data-status={status}>
      <span className={styles.sign} aria-hidden="true">
        {signs[status]}
      </span>
      <span className={styles.words}>
        <span>{statusText(name, status)}</span>
        {error !== '' && <span className={styles.detail}>{error}</span>}
      </span>
      {status === 'Error' && (
        <Button
          size="small"
          aria-label={`Retry: ${statusText(name, 'NotStarted')}`}
          onClick={() => retryLoaders([name])}
        >
          Retry
        </Button>
      )}
    </li>
  );
}
