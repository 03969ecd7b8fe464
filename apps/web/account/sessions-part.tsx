// Where the user is signed in, and ending it there.
import type { SessionRow } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { getSessions, revokeSession } from '../http/account.ts';
import { logout } from '../session/logout.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form-fields.tsx';
import styles from './account-dialog.module.css';
import { browserName } from './browser-name.ts';
import { useCall } from './use-call.ts';

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function SessionsPart() {
  const [sessions, setSessions] = useState<readonly SessionRow[] | null>(null);
  const [loadFault, setLoadFault] = useState('');
  const [password, setPassword] = useState('');
  const [result, setResult] = useState('');
  const { call, isBusy, faults } = useCall();

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
    const endsThis = sessionId === 'all' || sessions?.find((one) => one.sessionId === sessionId)?.isThis;
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
        You are signed in at these places. If you do not know one of them, end it and change your password.
      </p>
      <TextField
        type="password"
        autoComplete="current-password"
        label="Your password, to end a session"
        text={password}
        error={faults.fields.password ?? null}
        isFirst
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
                {session.address ?? 'unknown address'} · since {time.format(session.beganAt)} · last used{' '}
                {time.format(session.lastUsedAt)}
              </div>
            </div>
            <Button
              size="small"
              disabledReason={isBusy ? 'Ending…' : null}
              aria-label={`End the session of ${browserName(session.browser)} since ${time.format(session.beganAt)}${session.isThis ? ', this one' : ''}`}
              onClick={() => void end(session.sessionId)}
            >
              {session.isThis ? 'Sign out' : 'End'}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button disabledReason={isBusy ? 'Ending…' : null} onClick={() => void end('all')}>
          End all, this one too
        </Button>
      </div>
    </div>
  );
}
