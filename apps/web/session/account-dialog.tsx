// The user's account in a dialog (AUTH-1 to 3): password, second factor, sessions.
import type { EnrolReply, HqAccess, SessionRow } from '@openpit/wire';
import { type FormEvent, lazy, Suspense, useEffect, useId, useState } from 'react';
import { version } from '../package.json';
import { useSession } from '../stores/session.ts';
import {
  changePassword,
  confirmEnrolment,
  enrolTwoFactor,
  getSessions,
  resetTwoFactor,
  revokeSession,
} from '../transport/account.ts';
import type { CallResult } from '../transport/calls.ts';
import { logout } from '../transport/logout.ts';
import { Button } from '../ui/button.tsx';
import { clipboardSentences, copyText, saveFile } from '../ui/clipboard.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { otpDigits } from '../ui/format.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import styles from './account-dialog.module.css';

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })));

function TwoFactorPart({ account }: { readonly account: HqAccess }) {
  const [enrolment, setEnrolment] = useState<EnrolReply | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  if (account.twoFactorEnabled) return <SwitchOff email={account.email} />;
  if (enrolment === null) return <SwitchOn onBegun={setEnrolment} />;
  const confirmed = (recoveryCodes: readonly string[]) => {
    setEnrolment(null);
    setCodes(recoveryCodes);
    useSession.setState({ hqAccess: { ...account, twoFactorEnabled: true } });
  };
  return <Confirm enrolment={enrolment} onConfirmed={confirmed} />;
}

function SwitchOn({ onBegun }: { readonly onBegun: (enrolment: EnrolReply) => void }) {
  const [password, setPassword] = useState('');
  const { call, isBusy, faults } = useFormCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const enrolment = await call(() => enrolTwoFactor(password));
    if (enrolment !== null) onBegun(enrolment);
  };
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.text}>
        Two-factor is <strong>off</strong>. With it, a sign-in also needs six digits of an authenticator
        application on your phone, so that a stolen password alone opens nothing.
      </p>
      <TextField
        type="password"
        autoComplete="current-password"
        label="Your password"
        text={password}
        error={faults.fields.password ?? null}
        isFirst
        onText={setPassword}
      />
      <p role="alert" className={styles.fault}>
        {faults.form}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabledReason={isBusy ? 'Asking the server…' : null}>
          Switch two-factor on
        </Button>
      </div>
    </form>
  );
}

function Confirm(props: {
  readonly enrolment: EnrolReply;
  readonly onConfirmed: (codes: readonly string[]) => void;
}) {
  const { enrolment, onConfirmed } = props;
  const [otp, setOtp] = useState('');
  const { call, isBusy, faults } = useFormCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reply = await call(() => confirmEnrolment(otpDigits(otp)));
    if (reply !== null) onConfirmed(reply.recoveryCodes);
  };
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.text}>
        Scan this code with your authenticator application, or type the key there. Then enter the six digits
        that it shows.
      </p>
      <Suspense fallback={<div className={styles.qr} />}>
        <QrCode text={enrolment.uri} />
      </Suspense>
      <p className={styles.text}>
        Key: <span className={styles.secret}>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <TextField
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={9}
        label="One-time password"
        text={otp}
        error={faults.fields.otp ?? null}
        isFirst
        onText={setOtp}
      />
      <p role="alert" className={styles.fault}>
        {faults.form}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabledReason={isBusy ? 'Asking the server…' : null}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) {
  const [copied, setCopied] = useState('');
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    const fault = await copyText(text);
    setCopied(fault === null ? 'Copied.' : `${clipboardSentences[fault]} Download the codes instead.`);
  };
  return (
    <div className={styles.part}>
      <p role="status" className={styles.result}>
        Two-factor is on, and all your other sessions have ended.
      </p>
      <p className={styles.text}>
        These recovery codes are shown only now. Keep them where only you find them: if you lose your device,
        one of them switches two-factor off.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() => saveFile({ name: 'openpit-recovery-codes.txt', type: 'text/plain', content: text })}
        >
          Download
        </Button>
        <Button variant="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
      <p role="status" className={styles.text}>
        {copied}
      </p>
    </div>
  );
}

function SwitchOff({ email }: { readonly email: string }) {
  const [password, setPassword] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  const { call, isBusy, faults, setFaults } = useFormCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = recoveryCode.trim();
    if (code === '') {
      setFaults({ fields: { recoveryCode: 'Enter one of your recovery codes.' }, form: '' });
      return;
    }
    const reply = await call(() => resetTwoFactor({ email, password, recoveryCode: code }));
    // This session has also ended.
    if (reply !== null) logout({ toast: { type: 'info', message: reply.message }, notifyServer: false });
  };
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.text}>
        Two-factor is <strong>on</strong>. A recovery code switches it off, ends all your sessions, this one
        too, and makes the other codes void. Do this for new recovery codes or a new device, then sign in and
        switch it on again.
      </p>
      <TextField
        type="password"
        autoComplete="current-password"
        label="Your password"
        text={password}
        error={faults.fields.password ?? null}
        isFirst
        onText={setPassword}
      />
      <TextField
        label="Recovery code"
        text={recoveryCode}
        error={faults.fields.recoveryCode ?? null}
        onText={setRecoveryCode}
      />
      <p role="alert" className={styles.fault}>
        {faults.form}
      </p>
      <div className={styles.actions}>
        <Button type="submit" disabledReason={isBusy ? 'Asking the server…' : null}>
          Switch two-factor off and sign out
        </Button>
      </div>
    </form>
  );
}

// The one call of a form: its pending state, and the server's answer, by field or for the whole form.

export interface Faults {
  /** The first error of each field, by its name in the call. */
  readonly fields: Readonly<Record<string, string>>;
  /** The sentence for the whole form; empty if there is none. */
  readonly form: string;
}

const noFaults: Faults = { fields: {}, form: '' };

function useFormCall() {
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);

  /** Resolves with the value, or with null if the call has failed or another one is under way. */
  async function call<T>(start: () => Promise<CallResult<T>>): Promise<T | null> {
    if (isBusy) return null;
    setBusy(true);
    const result = await start();
    setBusy(false);
    setFaults(result.kind === 'ok' ? noFaults : faultsOf(result));
    return result.kind === 'ok' ? result.value : null;
  }

  return { call, isBusy, faults, setFaults };
}

function faultsOf(result: Exclude<CallResult<never>, { kind: 'ok' }>): Faults {
  if (result.kind === 'badInput') {
    const fields = Object.fromEntries(
      Object.entries(result.errors).map(([field, [first = result.message]]) => [field, first]),
    );
    return { fields, form: '' };
  }
  const form =
    result.kind === 'unknown'
      ? `The server could not be reached, or its answer could not be read (${result.errorText}). Try again in a moment.`
      : result.message;
  return { fields: {}, form };
}

// The server decides whether the new password is accepted; the server's rules are shown first.

const empty = { password: '', newPassword: '', again: '' };

function PasswordPart({ account }: { readonly account: HqAccess }) {
  const [typed, setTyped] = useState(empty);
  const [isChanged, setChanged] = useState(false);
  const { call, isBusy, faults, setFaults } = useFormCall();

  const field = (name: keyof typeof empty, label: string, isFirst = false) => (
    <TextField
      type="password"
      autoComplete={name === 'password' ? 'current-password' : 'new-password'}
      label={label}
      text={typed[name]}
      error={faults.fields[name] ?? null}
      isFirst={isFirst}
      onText={(text) => setTyped({ ...typed, [name]: text })}
    />
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChanged(false);
    const { password, newPassword, again } = typed;
    if (newPassword !== again) {
      setFaults({
        fields: { again: 'This is another password than the one above. Type it again.' },
        form: '',
      });
      return;
    }
    if ((await call(() => changePassword({ password, newPassword }))) === null) return;
    setTyped(empty);
    setChanged(true);
  };

  return (
    <form className={styles.part} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.text}>
        A password has 15 characters or more, {account.twoFactorEnabled ? '8 or more with two-factor, ' : ''}
        is not a common one, and contains neither your name nor that of your member. A sentence is a good one.
        All other sessions end when you change it.
      </p>
      {/* For password managers, which store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
      {field('password', 'Your password now', true)}
      {field('newPassword', 'New password')}
      {field('again', 'New password again')}
      <p role="alert" className={styles.fault}>
        {faults.form}
      </p>
      <p role="status" className={styles.result}>
        {isChanged ? 'Your password is changed, and all your other sessions have ended.' : ''}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabledReason={isBusy ? 'Changing…' : null}>
          {isBusy ? 'Changing…' : 'Change password'}
        </Button>
      </div>
    </form>
  );
}

// The browser and the system of a session, from the browser's user agent.

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
  const found = (names: typeof browsers | typeof systems) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = found(browsers) ?? 'Another program';
  const system = found(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function SessionsPart() {
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

const parts = [
  { value: 'password', label: 'Password' },
  { value: 'twoFactor', label: 'Two-factor' },
  { value: 'sessions', label: 'Sessions' },
] as const;
type Part = (typeof parts)[number]['value'];

export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const account = useSession((session) => session.hqAccess);
  const [part, setPart] = useState<Part>('password');
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby={`${id}title`}
      slotProps={{ paper: { className: styles.paper } }}
    >
      <div className={styles.content}>
        <h2 id={`${id}title`} className={styles.title}>
          Account
        </h2>
        {account === null ? (
          <p className={styles.note}>Your profile has not been loaded. Load the page again.</p>
        ) : (
          <>
            <p className={styles.note}>
              {account.userName} · {account.email} · dealer {account.dealerCode} of {account.memberCode}
            </p>
            <SegmentedControl label="Part" look="tabs" segments={parts} value={part} onChange={setPart} />
            {part === 'password' && <PasswordPart account={account} />}
            {part === 'twoFactor' && <TwoFactorPart account={account} />}
            {part === 'sessions' && <SessionsPart />}
          </>
        )}
        <div className={styles.foot}>
          <p className={styles.note}>Openpit {version}</p>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}
