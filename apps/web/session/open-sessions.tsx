// The tab of the account dialog with the open sessions of the user.
import type { SessionRow } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { getSessions, revokeSession } from '../transport/account.ts';
import { logout } from '../transport/logout.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format.ts';
import styles from './account-dialog.module.css';
import { OwnPassword, useFormCall } from './account-form.tsx';

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
// An Android phone also identifies itself as Linux, and an iPad as a Mac.
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;
/** "Chrome on Windows". `userAgent`: null if it is unknown. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const nameIn = (names: typeof browsers | typeof systems) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = nameIn(browsers) ?? 'Another program';
  const system = nameIn(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
const timeText = (epochMs: number) => formatMoment(epochMs, { dateStyle: 'medium', timeStyle: 'short' });
export function SessionsTab() {
  const [sessions, setSessions] = useState<readonly SessionRow[] | null>(null);
  const [loadFault, setLoadFault] = useState('');
  const [password, setPassword] = useState('');
  const [result, setResult] = useState('');
  const { call, isBusy, faults } = useFormCall();

  const load = async () => {
    const reply = await getSessions();
    if (reply.kind === 'ok') setSessions(reply.value.sessions);
    setLoadFault(reply.kind === 'ok' ? '' : `Your sessions could not be loaded: ${reply.message}`);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when the part is shown
  useEffect(() => void load(), []);

  const end = async (sessionId: string) => {
    setResult('');
    const reply = await call(() => revokeSession({ password, sessionId }));
    if (reply === null) return;
    const endsThis =
      sessionId === 'all' || sessions?.find((session) => session.sessionId === sessionId)?.isThis;
    if (endsThis === true) {
      logout({ toast: { type: 'info', message: 'You have ended this session.' }, notifyServer: false });
      return;
    }
    setResult('The session has ended.');
    await load();
  };

  if (loadFault !== '')
    return (
      <div className={styles.part}>
        <p role="alert" className={styles.fault}>
          {loadFault}
        </p>
        <div className={styles.actions}>
          <Button onClick={() => void load()}>Try again</Button>
        </div>
      </div>
    );
  if (sessions === null) return <p className={styles.part}>Loading your sessions…</p>;
  return (
    <div className={styles.part}>
      <p className={styles.text}>
        You are signed in at these places. If you do not recognise one, end it and change your password.
      </p>
      <OwnPassword
        label="Your password, to end a session"
        text={password}
        faults={faults}
        onText={setPassword}
      />
      <p role="alert" className={styles.fault}>
        {faults.form}
      </p>
      <p role="status" className={styles.result}>
        {result}
      </p>
      <ul className={styles.sessions} aria-label="Sessions">
        {sessions.map((session) => (
          <li key={session.sessionId} className={styles.session}>
            <div>
              <div className={styles.place}>
                {browserName(session.browser)}
                {session.isThis && ' · this session'}
              </div>
              <div className={styles.times}>
                {session.address ?? 'unknown address'} · since {timeText(session.beganAt)} · last used{' '}
                {timeText(session.lastUsedAt)}
              </div>
            </div>
            <Button
              size="small"
              disabledReason={isBusy ? 'Ending…' : null}
              aria-label={`End the session of ${browserName(session.browser)} since ${timeText(session.beganAt)}${session.isThis ? ', this one' : ''}`}
              onClick={() => void end(session.sessionId)}
            >
              {session.isThis ? 'Sign out' : 'End'}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button disabledReason={isBusy ? 'Ending…' : null} onClick={() => void end('all')}>
          End all sessions, including this one
        </Button>
      </div>
    </div>
  );
}
