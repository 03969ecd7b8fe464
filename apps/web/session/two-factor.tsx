// The tab of the account dialog to switch two-factor sign-in on or off.
import type { EnrolReply, HqAccess } from '@openpit/wire';
import { Suspense, useState } from 'react';
import { useSession } from '../stores/session.ts';
import { confirmEnrolment, enrolTwoFactor, resetTwoFactor } from '../transport/account.ts';
import { logout } from '../transport/logout.ts';
import { Button } from '../ui/button.tsx';
import { clipboardSentences, copyText, saveFile } from '../ui/clipboard.ts';
import { TextField } from '../ui/fields.tsx';
import { otpDigits } from '../ui/format.ts';
import { loadedOnDemand } from '../ui/on-demand.tsx';
import styles from './account-dialog.module.css';
import { CallForm, OwnPassword, useFormCall } from './account-form.tsx';

const QrCode = loadedOnDemand(() => import('./qr-code.tsx').then((module) => module.QrCode));
export function TwoFactorTab({ account }: { readonly account: HqAccess }) {
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
  const form = useFormCall();
  const { call, faults } = form;
  const submit = async () => {
    const enrolment = await call(() => enrolTwoFactor(password));
    if (enrolment !== null) onBegun(enrolment);
  };
  return (
    <CallForm form={form} label="Switch two-factor on" onSubmit={submit}>
      <p className={styles.text}>
        Two-factor is <strong>off</strong>. With it, a sign-in also needs six digits of an authenticator
        application on your phone, so that a stolen password alone opens nothing.
      </p>
      <OwnPassword text={password} faults={faults} onText={setPassword} />
    </CallForm>
  );
}
function Confirm(props: {
  readonly enrolment: EnrolReply;
  readonly onConfirmed: (codes: readonly string[]) => void;
}) {
  const { enrolment, onConfirmed } = props;
  const [otp, setOtp] = useState('');
  const form = useFormCall();
  const { call, faults } = form;
  const submit = async () => {
    const reply = await call(() => confirmEnrolment(otpDigits(otp)));
    if (reply !== null) onConfirmed(reply.recoveryCodes);
  };
  return (
    <CallForm form={form} label="Confirm" onSubmit={submit}>
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
    </CallForm>
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
  const form = useFormCall();
  const { call, faults, setFaults } = form;
  const submit = async () => {
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
    <CallForm form={form} label="Switch two-factor off and sign out" variant="outlined" onSubmit={submit}>
      <p className={styles.text}>
        Two-factor is <strong>on</strong>. A recovery code switches it off, ends all your sessions, this one
        too, and makes the other codes void. Do this for new recovery codes or a new device, then sign in and
        switch it on again.
      </p>
      <OwnPassword text={password} faults={faults} onText={setPassword} />
      <TextField
        label="Recovery code"
        text={recoveryCode}
        error={faults.fields.recoveryCode ?? null}
        onText={setRecoveryCode}
      />
    </CallForm>
  );
}
