// The payoff diagram: the profit at expiry as a full line, the profit now as a dashed one. Its description says the same in words.
import type { Strategy } from '@openpit/pricing';
import { useMemo } from 'react';
import { formatPrice } from '../../ui/format.ts';
import styles from './calculator.module.css';
import { breakEvenText, payoffOf, payoffSentence, pictureOf, profitText } from './payoff.ts';

export interface PayoffChartProps {
  readonly strategy: Strategy;
  /** Rand per ton. */
  readonly forward: number;
  readonly decimals: number;
}

export function PayoffChart({ strategy, forward, decimals }: PayoffChartProps) {
  const payoff = useMemo(() => payoffOf(strategy, forward), [strategy, forward]);
  const picture = useMemo(() => pictureOf(payoff), [payoff]);
  const [first, last] = [payoff.atExpiry[0], payoff.atExpiry.at(-1)];
  const atX = (price: number) => `${Math.min(100, Math.max(0, picture.x(price)))}%`;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Most to gain</dt>
          <dd>{profitText(payoff.most)}</dd>
        </div>
        <div>
          <dt>Most to lose</dt>
          <dd>{profitText(payoff.least)}</dd>
        </div>
        <div>
          <dt>Break-even</dt>
          <dd>{breakEvenText(payoff, decimals)}</dd>
        </div>
        <div>
          <dt>Now</dt>
          <dd>{profitText(payoff.presentProfit)}</dd>
        </div>
      </dl>
      <figure className={styles.payoff}>
        <div className={styles.plot}>
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={payoffSentence(payoff, decimals)}
          >
            <line className={styles.zero} x1="0" x2="100" y1={picture.zero} y2={picture.zero} />
            <line
              className={styles.present}
              x1={picture.x(forward)}
              x2={picture.x(forward)}
              y1="0"
              y2="100"
            />
            <polyline className={styles.now} points={picture.now} />
            <polyline className={styles.atExpiry} points={picture.atExpiry} />
          </svg>
          <span className={styles.top} aria-hidden="true">
            {profitText(picture.top)}
          </span>
          <span className={styles.bottom} aria-hidden="true">
            {profitText(picture.bottom)}
          </span>
        </div>
        <p className={styles.axis} aria-hidden="true">
          <span>{formatPrice(first?.forward, decimals)}</span>
          <span className={styles.atPresent} style={{ left: atX(forward) }}>
            {formatPrice(forward, decimals)}
          </span>
          <span>{formatPrice(last?.forward, decimals)}</span>
        </p>
        <figcaption className={styles.legend}>
          <span className={styles.keyExpiry}>at expiry</span>
          <span className={styles.keyNow}>now</span>
        </figcaption>
      </figure>
    </>
  );
}
