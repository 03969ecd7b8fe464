// The bar below rows that are loaded page by page: how old they are, why loading failed, and the buttons for newer and for
// earlier ones.

import { exchangeTime } from '../../market/market-text.ts';
import { Button } from '../../ui/button.tsx';
import type { PagedFeed, PagedState } from '../sources/paged-feed.ts';
import styles from './paged-bar.module.css';

export interface PagedBarProps {
  readonly state: Pick<
    PagedState<unknown, unknown>,
    'rows' | 'status' | 'next' | 'fault' | 'isLoadingEarlier' | 'loadedAt'
  >;
  readonly feed: Pick<PagedFeed<unknown, unknown>, 'loadEarlier' | 'reload'>;
  /** The rows in a sentence: "deals". */
  readonly what: string;
}

export function PagedBar({ state, feed, what }: PagedBarProps) {
  const { rows, status, next, fault, isLoadingEarlier, loadedAt } = state;
  if (loadedAt === null) return null;
  return (
    <div className={styles.bar}>
      {fault !== null && rows.length > 0 && (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
      <span>As of {exchangeTime(loadedAt)}</span>
      <Button
        size="small"
        disabledReason={status === 'loading' ? `The ${what} are loading.` : null}
        onClick={() => void feed.reload()}
      >
        Load again
      </Button>
      {next !== null && (
        <Button
          size="small"
          disabledReason={isLoadingEarlier ? `Earlier ${what} are loading.` : null}
          onClick={() => void feed.loadEarlier()}
        >
          Load earlier
        </Button>
      )}
    </div>
  );
}
