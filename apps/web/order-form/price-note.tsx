// What the order would deal with now, live beside the typed price, and the limits of the day. While prices are stale it says since
// when.
import type { MarketRow, OrderTypeCode, Side } from '@openpit/wire';
import { useFeedState } from '../actions/use-action-context.ts';
import { isOld } from '../panels/market/feed-age.tsx';
import { exchangeTime } from '../panels/market/market-text.ts';
import { useConnection } from '../stores/connection.ts';
import { formatPrice } from '../ui/format.ts';
import type { ContractTerms } from './contract-terms.ts';
import { noteOf } from './deals-words.ts';
import styles from './order-form.module.css';
import { useDepthRows, useEntryState } from './use-opposite-depth.ts';

export interface WantedSide {
  readonly side: Side;
  /** Null while the field has no number of lots. */
  readonly qty: number | null;
  readonly price: number | null;
}

export interface PriceNoteProps {
  readonly row: MarketRow;
  readonly terms: ContractTerms;
  /** One side, or bid and offer of a double. */
  readonly sides: readonly WantedSide[];
  readonly type: OrderTypeCode;
}

export function PriceNote({ row, terms, sides, type }: PriceNoteProps) {
  const isStale = isOld(useFeedState());
  const depth = useDepthRows(row.displaySeq);
  const entry = useEntryState(row);
  const { decimals, meaning } = terms;
  const { limitLow, limitHigh } = row;
  const notes = sides.flatMap(({ side, qty, price }) => {
    if (qty === null || price === null) return [];
    const note = noteOf(row, { side, qty, price, type }, { depth, entry, decimals, meaning });
    // The two sides of a double rest as a rule: only what deals is worth a line.
    if (sides.length === 1) return [note.text];
    return note.isDealing ? [`${side === 'B' ? 'Bid' : 'Offer'}: ${note.text}`] : [];
  });
  return (
    <div className={styles.note} data-price="">
      {isStale ? <StoppedPrices /> : notes.map((note) => <span key={note}>{note}</span>)}
      <span className={styles.limits}>
        {limitLow === null && limitHigh === null
          ? 'no daily limit'
          : `limits ${formatPrice(limitLow, decimals)} to ${formatPrice(limitHigh, decimals)}`}
      </span>
    </div>
  );
}

function StoppedPrices() {
  const lastMessageAt = useConnection((connection) => connection.lastMessageAt);
  return (
    <span className={styles.stopped}>
      {lastMessageAt === null ? 'No prices yet.' : `Prices stopped ${exchangeTime(lastMessageAt)}.`}
    </span>
  );
}
