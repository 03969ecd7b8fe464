// A part of the page that is loaded when it opens: a dialog, a menu, a form. When it cannot be loaded, the rest of the page
// keeps working and a line asks to reload: a browser remembers the failure of a file until the page is reloaded.
import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import styles from './on-demand.module.css';

interface OnDemandProps {
  readonly children: ReactNode;
}

interface OnDemandState {
  readonly fault: Error | null;
  readonly isClosed: boolean;
}

export class OnDemand extends Component<OnDemandProps, OnDemandState> {
  override state: OnDemandState = { fault: null, isClosed: false };

  static getDerivedStateFromError(error: unknown): OnDemandState {
    return { fault: error instanceof Error ? error : new Error(String(error)), isClosed: false };
  }

  override render() {
    const { fault, isClosed } = this.state;
    if (fault === null) return <Suspense fallback={null}>{this.props.children}</Suspense>;
    if (isClosed) return null;
    return (
      <div role="alert" className={styles.fault}>
        <p>
          This could not be loaded; everything else keeps working. The server may have a newer version, or the
          connection may be lost: reload the page when it is there.
        </p>
        <p className={styles.detail}>{fault.message}</p>
        <div className={styles.buttons}>
          <Button onClick={() => this.setState({ isClosed: true })}>Close</Button>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </div>
      </div>
    );
  }
}
