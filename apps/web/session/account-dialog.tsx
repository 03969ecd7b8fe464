// The user's account in a dialog (AUTH-1 to 3): password, second factor, sessions.
import type { HqAccess } from '@openpit/wire';
import { useId, useState } from 'react';
import { version } from '../package.json';
import { useSession } from '../stores/session.ts';
import { changePassword } from '../transport/account.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import styles from './account-dialog.module.css';
import { CallForm, useFormCall } from './account-form.tsx';
import { SessionsTab } from './open-sessions.tsx';
import { TwoFactorTab } from './two-factor.tsx';

const empty = { password: '', newPassword: '', again: '' };

/** The server decides whether the new password is accepted; the server's rules are shown first. */
function PasswordTab({ account }: { readonly account: HqAccess }) {
  const [passwords, setPasswords] = useState(empty);
  const [isChanged, setChanged] = useState(false);
  const form = useFormCall();
  const { call, faults, setFaults } = form;

  const field = (name: keyof typeof empty, label: string, isFirst = false) => (
    <TextField
      type="password"
      autoComplete={name === 'password' ? 'current-password' : 'new-password'}
      label={label}
      text={passwords[name]}
      error={faults.fields[name] ?? null}
      isFirst={isFirst}
      onText={(text) => setPasswords({ ...passwords, [name]: text })}
    />
  );
  const submit = async () => {
    setChanged(false);
    const { password, newPassword, again } = passwords;
    if (newPassword !== again) {
      setFaults({
        fields: { again: 'The two passwords differ. Type it again.' },
        form: '',
      });
      return;
    }
    if ((await call(() => changePassword({ password, newPassword }))) === null) return;
    setPasswords(empty);
    setChanged(true);
  };

  return (
    <CallForm
      form={form}
      label="Change password"
      busyLabel="Changing…"
      result={isChanged ? 'Your password is changed, and all your other sessions have ended.' : ''}
      onSubmit={submit}
    >
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
    </CallForm>
  );
}

const accountTabs = [
  { value: 'password', label: 'Password' },
  { value: 'twoFactor', label: 'Two-factor' },
  { value: 'sessions', label: 'Sessions' },
] as const;
type AccountTab = (typeof accountTabs)[number]['value'];

export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const account = useSession((session) => session.hqAccess);
  const [tab, setTab] = useState<AccountTab>('password');
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
            <SegmentedControl label="Part" look="tabs" segments={accountTabs} value={tab} onChange={setTab} />
            {tab === 'password' && <PasswordTab account={account} />}
            {tab === 'twoFactor' && <TwoFactorTab account={account} />}
            {tab === 'sessions' && <SessionsTab />}
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
