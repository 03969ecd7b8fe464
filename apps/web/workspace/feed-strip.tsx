// The amber strip in a panel's header while the feed is not live. It is no live region: the workspace announces it once for all
// panels.
import { useFeedState } from '../actions/action.ts';
import { exchangeTime } from '../market/market-text.ts';
import { connectAgain } from '../server/hub/feeds.ts';
import { reconnectDelaysMs, serverTimeOf, useConnection } from '../stores/connection.ts';
import { Button } from '../ui/button.tsx';
import { WarningIcon } from '../ui/icons.tsx';
import styles from './feed-strip.module.css';
import { type FeedStripText, feedStrip, textOf } from './feed-words.ts';

export function useFeedStrip(): FeedStripText | null {
  const state = useFeedState();
  const attempt = useConnection((connection) => connection.attempt);
  // While prices are live the time of the last message is not shown and must cause no render.
  const lastMessageAt = useConnection((connection) => (state === 'live' ? null : connection.lastMessageAt));
  const lastHeard = lastMessageAt === null ? null : exchangeTime(serverTimeOf(lastMessageAt));
  return feedStrip(state, { attempt, tries: reconnectDelaysMs.length, lastHeard });
}

export function FeedStrip() {
  const strip = useFeedStrip();
  if (strip === null) return null;
  return (
    <div className={styles.strip} data-tip={textOf(strip)}>
      <WarningIcon />
      {strip.canConnect && (
        <Button size="small" onClick={connectAgain}>
          Connect again
        </Button>
      )}
      <span className={styles.text}>
        {strip.parts.map((part) => (
          <span key={part}>{part} </span>
        ))}
      </span>
    </div>
  );
}

/** Announces to screen readers, once, what the strips of all panels show. */
export function FeedAnnouncer() {
  const strip = useFeedStrip();
  return (
    <div role="status" className="visually-hidden">
      {strip === null ? '' : textOf(strip)}
    </div>
  );
}
