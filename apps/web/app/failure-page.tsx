// Pages with one message and the ways to continue: for unknown addresses and for failures.
import { Component, type ReactNode, useRef, useState } from 'react';
import { version } from '../package.json';
import { logout } from '../transport/logout.ts';
import { Button, ScrollRegion } from '../ui/button.tsx';
import { clipboardSentences, copyText } from '../ui/clipboard.ts';
import styles from './failure-page.module.css';

export function PageMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </section>
    </main>
  );
}

interface FailureCircumstances {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The path of the page. */
  readonly path: string;
  readonly browser: string;
}

/**
 * The details of a failure for the people who investigate it: the error, page, time, browser and
 * version, one per line, then the stack. The token is omitted, also from addresses of the hub,
 * which carry it as a parameter (HUB-1).
 */
export function failureDetails(error: unknown, { at, path, browser }: FailureCircumstances): string {
  const lines = [
    failureSentence(error),
    `Time: ${new Date(at).toISOString()}`,
    `Page: ${path}`,
    `Browser: ${browser}`,
    `Version: ${version}`,
    ...(error instanceof Error && error.stack !== undefined ? ['', error.stack] : []),
  ];
  return lines.join('\n').replace(/access_token=[^&\s"')]*/g, 'access_token=(left out)');
}

/** The error in one line, if it has a message. */
function failureSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === '' ? 'An error without a message' : text;
}

interface Failure {
  readonly error: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface FailureBoundaryState {
  readonly failure: Failure | null;
}

/** A chunk that no longer exists since a new version was deployed also leads here; reloading the page loads the new version. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, FailureBoundaryState> {
  override state: FailureBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): FailureBoundaryState {
    return { failure: { error, at: Date.now() } };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <FailurePage {...failure} />;
  }
}

function FailurePage({ error, at }: Failure) {
  const text = failureDetails(error, { at, path: location.pathname, browser: navigator.userAgent });
  return (
    <PageMessage title="This page has failed">
      <p>
        Orders that you have sent are not affected: they are in the market whether this page works or not.
        Reload the page; if that does not help, sign out and sign in again.
      </p>
      <p className={styles.error}>{failureSentence(error)}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
        <Button onClick={() => logout()}>Sign out</Button>
      </div>
      <Details text={text} />
    </PageMessage>
  );
}

/** The whole text with a button that copies it. Where the browser does not let the page copy, the text is selected. */
function Details({ text }: { readonly text: string }) {
  const lines = useRef<HTMLPreElement>(null);
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    const fault = await copyText(text);
    if (fault !== null && lines.current !== null) getSelection()?.selectAllChildren(lines.current);
    setOutcome(
      fault === null
        ? 'Copied.'
        : `${clipboardSentences[fault]} The details are selected: copy them yourself.`,
    );
  };
  return (
    <details className={styles.details}>
      <summary>Details for support</summary>
      <ScrollRegion className={styles.lines} aria-label="Details of the failure">
        <pre ref={lines}>{text}</pre>
      </ScrollRegion>
      <div className={styles.actions}>
        <Button size="small" onClick={() => void copy()}>
          Copy the details
        </Button>
        <span className={styles.outcome} role="status">
          {outcome}
        </span>
      </div>
    </details>
  );
}
