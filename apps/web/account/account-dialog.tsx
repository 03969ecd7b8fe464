// The user's account in a dialog, a chunk of its own: password, second factor, sessions (AUTH-1 to 3).
import { useId, useState } from 'react';
import { version } from '../package.json';
import { useSession } from '../stores/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import styles from './account-dialog.module.css';
import { PasswordPart } from './password-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { TwoFactorPart } from './two-factor-part.tsx';

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
