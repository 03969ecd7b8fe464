// Shown when a screen has failed: the error and two ways to continue. A chunk that no longer exists after a new version
// was deployed leads here too; reloading the page loads the new version.
import { Component, type ReactNode } from 'react';
import { logout } from '../session/logout.ts';
import { Button } from '../ui/button.tsx';
import styles from './failure-page.module.css';
import { PageMessage } from './page-message.tsx';

interface FailureBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

export class FailureBoundary extends Component<{ readonly children: ReactNode }, FailureBoundaryState> {
  override state: FailureBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): FailureBoundaryState {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <FailurePage error={failure.error} />;
  }
}

function FailurePage({ error }: { readonly error: unknown }) {
  return (
    <PageMessage title="This page has failed">
      <p>
        Orders that you have sent are not affected: they are in the market whether this page works or not.
        Reload the page; if that does not help, sign out and sign in again.
      </p>
      <p className={styles.detail}>{error instanceof Error ? error.message : String(error)}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
        <Button onClick={() => logout()}>Sign out</Button>
      </div>
    </PageMessage>
  );
}
