// The steps of Login after the password (AUTH-2, AUTH-3): the one-time password, and the two ways out for a user without it, a recovery
// code or one from the operator.
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { LoginField } from './login-field.tsx';
import styles from './login-screen.module.css';
import { confirmSignIn, resetSecondFactor } from './sign-in.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface SecondFactorProps {
  /** The address and password from the previous step: a recovery code is accepted together with them. */
  readonly credentials: Credentials;
  readonly onSignedIn: () => void;
  /** The password is requested again; `message` states the reason, or the completed step. */
  readonly onAgain: (message: string) => void;
}

type Step = 'code' | 'recovery' | 'lost';

export function SecondFactor({ credentials, onSignedIn, onAgain }: SecondFactorProps) {
  const [step, setStep] = useState<Step>('code');
  const [note, setNote] = useState('');
  const show = (next: Step, text = '') => {
    setNote(text);
    setStep(next);
  };
  if (step === 'recovery')
    return (
      <RecoveryStep credentials={credentials} note={note} onDone={onAgain} onBack={() => show('code')} />
    );
  if (step === 'lost')
    return (
      <LostStep
        credentials={credentials}
        onRequested={(message) => show('recovery', message)}
        onBack={() => show('code')}
      />
    );
  return (
    <CodeStep
      onSignedIn={onSignedIn}
      onAgain={onAgain}
      onRecovery={() => show('recovery')}
      onLost={() => show('lost')}
    />
  );
}

function CodeStep(props: {
  readonly onSignedIn: () => void;
  readonly onAgain: (message: string) => void;
  readonly onRecovery: () => void;
  readonly onLost: () => void;
}) {
  const { onSignedIn, onAgain, onRecovery, onLost } = props;
  const input = useRef<HTMLInputElement>(null);
  const { message, isBusy, run } = useAttempt();

  const send = async () => {
    const result = await confirmSignIn(input.current?.value ?? '');
    if (result.kind === 'signedIn') onSignedIn();
    else if (result.kind === 'again') onAgain(result.message);
    else return result.message;
    return '';
  };

  return (
    <StepForm label="One-time password" onSend={() => run(send, input.current)}>
      <p className={styles.about}>
        Your password is right. Open your authenticator application and enter the six digits that it shows for
        Openpit.
      </p>
      <LoginField
        ref={input}
        label="One-time password"
        name="otp"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={9}
        spellCheck={false}
        autoFocus
      />
      <Message text={message} />
      <Send isBusy={isBusy} label="Sign in" busyLabel="Signing in…" />
      <div className={styles.ways}>
        <Button variant="quiet" onClick={onRecovery}>
          Use a recovery code
        </Button>
        <Button variant="quiet" onClick={onLost}>
          I have lost my device
        </Button>
        <Button variant="quiet" onClick={() => onAgain('')}>
          Back
        </Button>
      </div>
    </StepForm>
  );
}

function RecoveryStep(props: {
  readonly credentials: Credentials;
  readonly note: string;
  readonly onDone: (message: string) => void;
  readonly onBack: () => void;
}) {
  const { credentials, note, onDone, onBack } = props;
  const input = useRef<HTMLInputElement>(null);
  const { message, isBusy, run } = useAttempt();

  const send = async () => {
    const recoveryCode = (input.current?.value ?? '').trim();
    const result = await resetSecondFactor({ ...credentials, recoveryCode });
    if (result.kind === 'failed') return result.message;
    onDone(result.message);
    return '';
  };

  return (
    <StepForm label="Recovery code" onSend={() => run(send, input.current)}>
      {note !== '' && (
        <p className={styles.done} role="status">
          {note}
        </p>
      )}
      <p className={styles.about}>
        A recovery code, or the code that your operator has given you, switches two-factor off and ends all
        your sessions. Sign in with your password afterwards, and switch two-factor on again.
      </p>
      <LoginField
        ref={input}
        label="Recovery code"
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Message text={message} />
      <Send isBusy={isBusy} label="Switch two-factor off" busyLabel="Switching off…" />
      <div className={styles.ways}>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </StepForm>
  );
}

function LostStep(props: {
  readonly credentials: Credentials;
  readonly onRequested: (message: string) => void;
  readonly onBack: () => void;
}) {
  const { credentials, onRequested, onBack } = props;
  const { message, isBusy, run } = useAttempt();

  const send = async () => {
    const result = await resetSecondFactor(credentials);
    if (result.kind === 'failed') return result.message;
    onRequested(result.message);
    return '';
  };

  return (
    <StepForm label="Lost device" onSend={() => run(send, null)}>
      <p className={styles.about}>
        Without your device and without a recovery code, only the operator of the market can help. Send the
        request, then talk to the operator, who makes sure who you are and gives you a code. It is valid once,
        and for a day.
      </p>
      <Message text={message} />
      <Send isBusy={isBusy} label="Send the request" busyLabel="Sending…" isFirst />
      <div className={styles.ways}>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </StepForm>
  );
}

function StepForm(props: {
  readonly label: string;
  readonly onSend: () => void;
  readonly children: ReactNode;
}) {
  const { label, onSend, children } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={send}>
      <h2 className={styles.step}>{label}</h2>
      {children}
    </form>
  );
}

const Message = ({ text }: { readonly text: string }) => (
  <p className={styles.message} role="alert">
    {text}
  </p>
);

const Send = (props: {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busyLabel: string;
  readonly isFirst?: boolean;
}) => (
  <Button
    type="submit"
    variant="primary"
    className={styles.send}
    aria-busy={props.isBusy}
    autoFocus={props.isFirst}
  >
    {props.isBusy ? props.busyLabel : props.label}
  </Button>
);

/** One attempt at a time, with the reason why the last one has failed. */
function useAttempt() {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (send: () => Promise<string>, field: HTMLInputElement | null) => {
    if (isBusy) return;
    setBusy(true);
    setMessage(await send());
    setBusy(false);
    field?.select();
  };
  return { message, isBusy, run: (...attempt: Parameters<typeof run>) => void run(...attempt) };
}
