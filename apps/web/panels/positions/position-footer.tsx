// The sums of the positions in the panel's footer: open profit as the market moves, realised profit, lots, margins.

import { useSyncExternalStore } from 'react';
import { useFeedState } from '../../actions/use-action-context.ts';
import { dash, formatProfit, formatRand } from '../../ui/format.ts';
import { isOld } from '../market/feed-age.tsx';
import { signedLots, signedPart } from '../own-positions/position-columns.ts';
import { presentMargins } from '../own-positions/present-margins.ts';
import styles from './positions.module.css';
import { usePositionSums } from './use-position-sums.ts';

export function PositionSumsLine() {
  const isStale = isOld(useFeedState());
  const { open, realised, margin, futures, deltaLots, unpriced } = usePositionSums();
  const needed = usePresentMargin();
  return (
    <>
      <span>
        open <Rand value={open} isStale={isStale} />
        {unpriced > 0 && ` (${unpriced} without a price)`}
      </span>
      <span>
        realised <Rand value={realised} isStale={isStale} />
      </span>
      <span data-tip="Net lots of all futures, and the lots of futures that move like all positions, options included">
        futures {signedLots(futures)}, delta {deltaLots === null ? dash : signedPart(deltaLots)} lots
      </span>
      <span data-tip="Initial margin that your accounts need for their positions now, and what they deposited at the last end of day">
        margin now {needed === null ? dash : formatRand(needed)}, deposited {formatRand(margin)}
      </span>
    </>
  );
}

/** Rand; null while it is not known. */
const usePresentMargin = (): number | null =>
  useSyncExternalStore(presentMargins.onChange, () => presentMargins.current()?.total ?? null);

function Rand({ value, isStale }: { readonly value: number; readonly isStale: boolean }) {
  return (
    <span className={styles.sum} data-tone={value === 0 || isStale ? undefined : value > 0 ? 'up' : 'down'}>
      R {formatProfit(value, 2)}
    </span>
  );
}
