// Login (AUTH-1 to 3): the market's name and phase, the form of the current step of the sign-in, and the users of a demonstration. It
// uses the browser's own inputs, so that password managers work and the page stays small.
import type { GroupPhase } from '@openpit/wire';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getClientSettings } from '../server/phases.ts';
import { mainPhase, phaseNames } from '../stores/market-days.ts';
import { useSettings } from '../stores/session.ts';
import { Button } from '../ui/button.tsx';
import { formatLocale } from '../ui/format.ts';
import { LoginField } from './login-field.tsx';
import styles from './login-screen.module.css';
import { type Credentials, SecondFactor } from './second-factor.tsx';
import { type SignInFaults, type SignInResult, signIn, signInAsDemoUser } from './sign-in.ts';

interface DemoUsersProps {
  readonly isBusy: boolean;
  readonly onChosen: (userId: string) => void;
}

export function DemoUsers({ isBusy, onChosen }: DemoUsersProps) {
  const users = useSettings((settings) => settings.demoUsers);
  if (users.length === 0) return null;
  return (
    <section className={styles.demo} aria-label="Users of the demonstration">
      <p className={styles.label}>Or sign in as a user of the demonstration</p>
      {users.map(({ userId, name, about }) => (
        <Button
          key={userId}
          className={styles.demoUser}
          aria-busy={isBusy}
          onClick={() => {
            if (!isBusy) onChosen(userId);
          }}
        >
          <span>{name}</span> <span className={styles.about}>{about}</span>
        </Button>
      ))}
    </section>
  );
}

/** The server is asked again this long after a change of phase. */
const afterChangeMs = 1_000;
const longestTimerMs = 2 ** 31 - 1;

export function MarketPhase() {
  const exchangeDay = useSettings((settings) => settings.exchangeDay);
  const main = exchangeDay === null ? null : mainPhase(exchangeDay.groups);
  const changesIn = exchangeDay === null || !main?.next ? null : main.next.at - exchangeDay.serverTime;
  useEffect(() => {
    if (changesIn === null) return;
    const wait = Math.min(longestTimerMs, Math.max(0, changesIn) + afterChangeMs);
    const timer = setTimeout(() => void askAgain(), wait);
    return () => clearTimeout(timer);
  }, [changesIn]);
  if (exchangeDay === null || main === null) return null;
  return (
    <p className={styles.phase} data-phase={main.phase}>
      {phaseSentence(main, exchangeDay.serverTime)}
    </p>
  );
}

/** Without an answer the phase is unknown, and nothing is said. */
async function askAgain(): Promise<void> {
  const result = await getClientSettings();
  useSettings.setState({ exchangeDay: result.kind === 'ok' ? result.value.exchangeDay : null });
}

/** "Trading until 16:15 SAST", "Closed, orders are accepted from Mon 23 Nov, 08:45 SAST"; times are epoch milliseconds. */
export function phaseSentence({ phase, next, opensAt }: GroupPhase, serverTime: number): string {
  const name = phaseNames[phase];
  const at = (time: number) => exchangeDayTime(time, serverTime);
  if (phase === 'continuous') return next === null ? name : `${name} until ${at(next.at)}`;
  if (opensAt !== null) return `${name}, orders are accepted from ${at(opensAt)}`;
  return next === null ? name : `${name}, ${phaseNames[next.phase].toLowerCase()} from ${at(next.at)}`;
}

const exchangeZone = { timeZone: 'Africa/Johannesburg' } as const;

/** The time of the exchange, with the day unless it is today. */
function exchangeDayTime(time: number, now: number): string {
  const text = (options: Intl.DateTimeFormatOptions, of = time) =>
    new Intl.DateTimeFormat(formatLocale(), { ...options, ...exchangeZone }).format(of);
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const clock = `${text({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })} SAST`;
  return text(day) === text(day, now) ? clock : `${text(day)}, ${clock}`;
}

export function LoginScreen({ onSignedIn }: { onSignedIn: () => void }) {
  const marketName = useSettings((settings) => settings.marketName);
  return (
    <main className={styles.page}>
      <header className={styles.name}>
        <img
          className={styles.mark}
          src={`${import.meta.env.BASE_URL}favicon.svg`}
          alt=""
          width="56"
          height="56"
        />
        <h1 className={styles.title}>Openpit</h1>
        {marketName !== 'Openpit' && <p className={styles.market}>{marketName}</p>}
        <p className={styles.line}>The trading floor of a futures and options market, in your browser.</p>
        <MarketPhase />
      </header>
      <SignIn onSignedIn={onSignedIn} />
    </main>
  );
}

function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [note, setNote] = useState('');
  if (credentials === null)
    return <LoginForm note={note} onSignedIn={onSignedIn} onConfirm={setCredentials} />;
  const again = (message: string) => {
    setNote(message);
    setCredentials(null);
  };
  return <SecondFactor credentials={credentials} onSignedIn={onSignedIn} onAgain={again} />;
}

function LoginForm(props: {
  /** The previous event, or why the sign-in begins again. */
  readonly note: string;
  readonly onSignedIn: () => void;
  readonly onConfirm: (credentials: Credentials) => void;
}) {
  const { note, onSignedIn, onConfirm } = props;
  const [faults, setFaults] = useState<SignInFaults>({});
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isPasswordShown, setPasswordShown] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const [asksForCode, setAsksForCode] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const signInCode = (codeInput.current?.value ?? '').trim();
    await wait(signIn({ ...typed(), ...(signInCode !== '' && { signInCode }) }));
  }

  function typed(): Credentials {
    return {
      email: (emailInput.current?.value ?? '').trim(),
      password: passwordInput.current?.value ?? '',
    };
  }

  async function wait(result: Promise<SignInResult>): Promise<void> {
    setBusy(true);
    show(await result);
    setBusy(false);
  }

  function show(result: SignInResult): void {
    setFaults(result.kind === 'faults' ? result.faults : {});
    setMessage(result.kind === 'failed' ? result.message : '');
    // Once asked for, it stays: its reply may be another failure.
    if (result.kind === 'failed' && result.asksForCode) setAsksForCode(true);
    if (result.kind === 'signedIn') onSignedIn();
    else if (result.kind === 'confirm') onConfirm(typed());
    else if (result.kind === 'faults' && result.faults.email) emailInput.current?.focus();
    else passwordInput.current?.select();
  }

  return (
    <form className={styles.form} aria-label="Sign in" noValidate onSubmit={(event) => void send(event)}>
      {note !== '' && (
        <p className={styles.done} role="status">
          {note}
        </p>
      )}
      <LoginField
        ref={emailInput}
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        fault={faults.email}
      />
      <LoginField
        ref={passwordInput}
        label="Password"
        type={isPasswordShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        fault={faults.password}
      >
        <Button
          variant="quiet"
          size="small"
          className={styles.reveal}
          aria-label={isPasswordShown ? 'Hide password' : 'Show password'}
          onClick={() => setPasswordShown(!isPasswordShown)}
        >
          {isPasswordShown ? 'Hide' : 'Show'}
        </Button>
      </LoginField>
      {asksForCode && (
        <LoginField
          ref={codeInput}
          label="Sign-in code of your operator, if you have one"
          type="text"
          name="sign-in-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
        />
      )}
      <p className={styles.message} role="alert">
        {message}
      </p>
      <Button type="submit" variant="primary" className={styles.send} aria-busy={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
      <DemoUsers isBusy={isBusy} onChosen={(userId) => void wait(signInAsDemoUser(userId))} />
    </form>
  );
}
