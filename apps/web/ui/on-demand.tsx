// A part of the page that is fetched when it is opened: a dialog, a menu, a form. Where it cannot be fetched the rest of the page goes
// on, and a line says what to do: a browser remembers the failure of a file, and asks for it again only with the whole page.
import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import styles from './on-demand.module.css';

interface OnDemandProps {
  readonly children: ReactNode;
}

interface OnDemandState {
  readonly fault: Error | null;
  readonly isRead: boolean;
}

export class OnDemand extends Component<OnDemandProps, OnDemandState> {
  override state: OnDemandState = { fault: null, isRead: false };

  static getDerivedStateFromError(error: unknown): OnDemandState {
    return { fault: error instanceof Error ? error : new Error(String(error)), isRead: false };
  }

  override render() {
    const { fault, isRead } = this.state;
    if (fault === null) return <Suspense fallback={null}>{this.props.children}</Suspense>;
    if (isRead) return null;
    return (
      <div role="alert" className={styles.fault}>
        <p>
          This could not be opened; everything else goes on. Load the page again when the connection stands.
        </p>
        <p className={styles.detail}>{fault.message}</p>
        <div className={styles.buttons}>
          <Button onClick={() => this.setState({ isRead: true })}>Go on without it</Button>
          <Button variant="primary" onClick={() => location.reload()}>
            Load the page again
          </Button>
        </div>
      </div>
    );
  }
}
