// Login (AUTH-1 to 3): the market's name and phase, the form of the current step of the sign-in, and the users of a demonstration. The form
// uses the browser's own inputs, so that password managers work and the page stays small.
import { type FormEvent, useRef, useState } from 'react';
import { useSettings } from '../stores/session.ts';
import { Button } from '../ui/button.tsx';
import { LoginField } from './login-field.tsx';
import styles from './login-screen.module.css';
import { MarketPhase } from './market-phase.tsx';
import { type Credentials, SecondFactor } from './second-factor.tsx';
import { type SignInFaults, type SignInResult, signIn, signInAsDemoUser } from './sign-in.ts';

interface DemoUsersProps {
  readonly isBusy: boolean;
  readonly onChosen: (userId: string) => void;
}

function DemoUsers({ isBusy, onChosen }: DemoUsersProps) {
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
        <MarketPhase className={styles.phase} />
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
    await wait(signIn({ ...typed(), signInCode: signInCode || undefined }));
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
    // Once the code is asked for, its field stays: the next reply may be another failure.
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
