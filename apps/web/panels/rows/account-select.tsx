// The choice of one account in a panel that has rows of several.
import styles from './account-select.module.css';

export interface AccountSelectProps {
  readonly accounts: readonly string[];
  /** Null for all. */
  readonly account: string | null;
  readonly isPhone: boolean;
  readonly onChange: (account: string | null) => void;
}

/** Nothing for a member with a single account. */
export function AccountSelect({ accounts, account, isPhone, onChange }: AccountSelectProps) {
  if (accounts.length < 2) return null;
  return (
    <div className={styles.bar} data-phone={isPhone || undefined}>
      <label>
        Account{' '}
        <select value={account ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">All accounts</option>
          {accounts.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
