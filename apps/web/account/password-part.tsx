// Changing the password. The server decides whether the new one is good; the rules are said before.
import type { HqAccess } from '@openpit/wire';
import { type FormEvent, useState } from 'react';
import { changePassword } from '../http/account.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form-fields.tsx';
import styles from './account-dialog.module.css';
import { useCall } from './use-call.ts';

const empty = { password: '', newPassword: '', again: '' };

export function PasswordPart({ account }: { readonly account: HqAccess }) {
  const [typed, setTyped] = useState(empty);
  const [isChanged, setChanged] = useState(false);
  const { call, isBusy, faults, setFaults } = useCall();

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
