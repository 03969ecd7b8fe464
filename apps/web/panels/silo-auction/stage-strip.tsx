// The stage of each delivery of the day with the time that is left, and what is on offer.
import type { SiloAuctionRow } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { onEverySecond } from '../../ui/every-second.ts';
import { formatCountdown } from '../../ui/format.ts';
import { isOld } from '../market/feed-age.tsx';
import styles from '../silo/silo.module.css';
import { auctionCounts, auctionLines, isOver, stageNames, stageSentence } from './stage-words.ts';

export interface StageStripProps {
  readonly auctions: readonly SiloAuctionRow[];
  /** The business day; null while it is not known. */
  readonly today: string | null;
  /** What can be delivered next, as a sentence; null if nothing can. */
  readonly next: string | null;
  /** Server time minus the time of this browser, in milliseconds. */
  readonly offsetMs: number;
  readonly isPhone: boolean;
}

export function StageStrip({ auctions, today, next, offsetMs, isPhone }: StageStripProps) {
  const isStale = isOld(useFeedState());
  if (auctions.length === 0) return null;
  return (
    <>
      <ul
        className={styles.stages}
        aria-label="Deliveries of the day"
        data-phone={isPhone || undefined}
        data-stale={isStale || undefined}
      >
        {auctionLines(auctions).map(({ name, auction }) => (
          <li key={auction.uniqueKey} className={styles.stage} data-stage={auction.stage}>
            <strong>{name}</strong>
            <span className={styles.stageName}>{stageNames[auction.stage]}</span>
            <span>{stageSentence(auction, today)}</span>
            {auction.endsAt !== null && <TimeLeft endsAt={auction.endsAt} offsetMs={offsetMs} />}
            <span className={styles.counts}>{auctionCounts(auction)}</span>
          </li>
        ))}
        {next !== null && auctions.every((auction) => isOver(auction, today)) && (
          <li className={styles.stage}>{next}</li>
        )}
      </ul>
      {/* Announced when a stage begins, not with every second or bid. */}
      <p role="status" className="visually-hidden">
        {auctionLines(auctions)
          .map(
            ({ name, auction }) => `${name}: ${stageNames[auction.stage]}, ${stageSentence(auction, today)}.`,
          )
          .join(' ')}
      </p>
    </>
  );
}

function TimeLeft({ endsAt, offsetMs }: { readonly endsAt: number; readonly offsetMs: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => onEverySecond(() => setNow(Date.now())), []);
  const left = endsAt - now - offsetMs;
  return (
    <span>
      until {exchangeTime(endsAt).slice(0, 5)}
      {left > 0 && (
        <>
          , <b>{formatCountdown(left)}</b> left
        </>
      )}
    </span>
  );
}
