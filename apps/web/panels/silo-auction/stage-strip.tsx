// The stage of each delivery of the day with the time that is left, and what is on offer.
import type { SiloAuctionRow } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { useFeedState } from '../../actions/use-action-context.ts';
import { onEverySecond } from '../../ui/every-second.ts';
import { formatCountdown } from '../../ui/format.ts';
import { isOld } from '../market/feed-age.tsx';
import { exchangeTime } from '../market/market-text.ts';
import { usePhases } from '../market/use-phases.ts';
import styles from '../silo/silo.module.css';
import { auctionCounts, auctionLines, stageNames, stageSentences } from './stage-words.ts';

export interface StageStripProps {
  readonly auctions: readonly SiloAuctionRow[];
  readonly isPhone: boolean;
}

export function StageStrip({ auctions, isPhone }: StageStripProps) {
  const isStale = isOld(useFeedState());
  const { offsetMs } = usePhases();
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
            <span>{stageSentences[auction.stage]}</span>
            {auction.endsAt !== null && <TimeLeft endsAt={auction.endsAt} offsetMs={offsetMs} />}
            <span className={styles.counts}>{auctionCounts(auction)}</span>
          </li>
        ))}
      </ul>
      {/* Announced when a stage begins, not with every second or bid. */}
      <p role="status" className="visually-hidden">
        {auctionLines(auctions)
          .map(({ name, auction: { stage } }) => `${name}: ${stageNames[stage]}, ${stageSentences[stage]}.`)
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
