// The sums of the positions in the panel's footer: open profit as the market moves, realised profit, lots, margins.

import { useSyncExternalStore } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import { isOld } from '../market/feed-age.tsx';
import { signedLots, signedPart } from '../own-positions/position-columns.ts';
import { presentMargins } from '../own-positions/present-margins.ts';
import styles from './positions.module.css';
import { usePositionSums } from './use-position-sums.ts';

export function PositionSumsLine() {
  const isStale = isOld(useFeedState());
  const { open, realised, margin, futures, deltaLots, unpriced, stale } = usePositionSums();
  const needed = usePresentMargin();
  return (
    <>
      <span>
        open <Rand value={open} isStale={isStale || stale > 0} />
        {unpriced > 0 && ` (${unpriced} without a price)`}
        {stale > 0 && ` (${stale} at an old price)`}
      </span>
      <span>
        realised <Rand value={realised} isStale={isStale} />
      </span>
      <span data-tip="Initial margin that your accounts need for their positions now">
        margin now {wholeRand(needed)}
      </span>
      <span data-tip="Initial margin that your accounts deposited at the last end of day">
        deposited {wholeRand(margin)}
      </span>
      <span data-tip="Net lots of all futures, and the lots of futures that move like all positions, options included">
        futures {signedLots(futures)}, delta {deltaLots === null ? dash : signedPart(deltaLots)} lots
      </span>
    </>
  );
}

/** Without cents: the columns have them, and the footer has little room. */
const wholeRand = (rand: number | null) => (rand === null ? dash : `R\u00a0${formatPrice(rand, 0)}`);

/** Rand; null while it is not known. */
const usePresentMargin = (): number | null =>
  useSyncExternalStore(presentMargins.onChange, () => presentMargins.current()?.total ?? null);

function Rand({ value, isStale }: { readonly value: number; readonly isStale: boolean }) {
  return (
    <span className={styles.sum} data-tone={value === 0 || isStale ? undefined : value > 0 ? 'up' : 'down'}>
      R {formatSigned(value, 2)}
    </span>
  );
}
