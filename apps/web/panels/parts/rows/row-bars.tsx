// Bars above and below the rows of a panel: the choice of an account, and the age and the pages of rows that are loaded page by page.
import { exchangeTime } from '../../../market/market-text.ts';
import { Button, classNames } from '../../../ui/button.tsx';
import type { PagedFeed, PagedState } from '../paged-feed.ts';
import styles from './rows.module.css';

interface PagedBarProps {
  readonly state: Pick<
    PagedState<unknown, unknown>,
    'rows' | 'status' | 'next' | 'fault' | 'isLoadingEarlier' | 'loadedAt'
  >;
  readonly feed: Pick<PagedFeed<unknown, unknown>, 'loadEarlier' | 'reload'>;
  /** The rows in a sentence: "deals". */
  readonly rowsName: string;
}
export function PagedBar({ state, feed, rowsName }: PagedBarProps) {
  const { rows, status, next, fault, isLoadingEarlier, loadedAt } = state;
  if (loadedAt === null) return null;
  return (
    <div className={styles.pages}>
      {fault !== null && rows.length > 0 && (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
      <span>As of {exchangeTime(loadedAt)}</span>
      <Button
        size="small"
        disabledReason={status === 'loading' ? `The ${rowsName} are loading.` : null}
        onClick={() => void feed.reload()}
      >
        Load again
      </Button>
      {next !== null && (
        <Button
          size="small"
          disabledReason={isLoadingEarlier ? `Earlier ${rowsName} are loading.` : null}
          onClick={() => void feed.loadEarlier()}
        >
          Load earlier
        </Button>
      )}
    </div>
  );
}

interface AccountSelectProps {
  readonly accounts: readonly string[];
  /** `null` for all. */
  readonly account: string | null;
  readonly isPhone: boolean;
  readonly onChange: (account: string | null) => void;
}
/** The choice of an account; renders nothing for a member with a single account. */
export function AccountSelect({ accounts, account, isPhone, onChange }: AccountSelectProps) {
  if (accounts.length < 2) return null;
  return (
    <div className={classNames(styles.bar, styles.fields)} data-phone={isPhone || undefined}>
      <label>
        Account
        <select value={account ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">All accounts</option>
          {accounts.map((account) => (
            <option key={account} value={account}>
              {account}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
