// What is left when a screen has failed: what happened, and the two ways on. A chunk that is gone after a new version was
// put up ends here too; loading the page anew brings the new one.
import type { ErrorComponentProps } from '@tanstack/react-router';
import { logout } from '../session/logout.ts';
import { Button } from '../ui/button.tsx';
import styles from './failure-page.module.css';
import { PageMessage } from './page-message.tsx';

export function FailurePage({ error }: ErrorComponentProps) {
  return (
    <PageMessage title="This page has failed">
      <p>
        Orders that were sent are not affected: they are in the market whether this page works or not. Load
        the page again; if that does not help, sign out and in.
      </p>
      <p className={styles.detail}>{error instanceof Error ? error.message : String(error)}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          Load again
        </Button>
        <Button onClick={() => logout()}>Sign out</Button>
      </div>
    </PageMessage>
  );
}
