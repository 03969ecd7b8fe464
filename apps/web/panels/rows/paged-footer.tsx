// What the footer says of rows that are loaded page by page: the buttons for the earlier and for newer ones, why loading failed, how
// old all are.
import { Button } from '../../ui/button.tsx';
import { exchangeTime } from '../market/market-text.ts';
import type { PagedFeed, PagedState } from '../sources/paged-feed.ts';

export interface PagedFooterProps {
  readonly state: Pick<
    PagedState<unknown, unknown>,
    'rows' | 'status' | 'next' | 'fault' | 'isLoadingEarlier' | 'loadedAt'
  >;
  readonly feed: Pick<PagedFeed<unknown, unknown>, 'loadEarlier' | 'reload'>;
  /** The rows in a sentence: "deals". */
  readonly what: string;
}

export function PagedFooter({ state, feed, what }: PagedFooterProps) {
  const { rows, status, next, fault, isLoadingEarlier, loadedAt } = state;
  return (
    <>
      {next !== null && (
        <Button
          size="small"
          disabledReason={isLoadingEarlier ? `Earlier ${what} are loading.` : null}
          onClick={() => void feed.loadEarlier()}
        >
          Load earlier
        </Button>
      )}
      {fault !== null && rows.length > 0 && <span role="alert">{fault}</span>}
      {loadedAt !== null && (
        <>
          <span>as of {exchangeTime(loadedAt)}</span>
          <Button
            size="small"
            disabledReason={status === 'loading' ? `The ${what} are loading.` : null}
            onClick={() => void feed.reload()}
          >
            Load again
          </Button>
        </>
      )}
    </>
  );
}
