// The sums of the positions in the panel's footer: open profit as the market moves, realised profit, margin.
import { useFeedState } from '../../actions/use-action-context.ts';
import { formatPrice, formatProfit } from '../../ui/format.ts';
import { isOld } from '../market/feed-age.tsx';
import styles from './positions.module.css';
import { usePositionSums } from './use-position-sums.ts';

export function PositionSumsLine() {
  const isStale = isOld(useFeedState());
  const { open, realised, margin, unpriced } = usePositionSums();
  return (
    <>
      <span>
        open <Rand value={open} isStale={isStale} />
        {unpriced > 0 && ` (${unpriced} without a price)`}
      </span>
      <span>
        realised <Rand value={realised} isStale={isStale} />
      </span>
      <span data-tip="Initial margin that your accounts deposited at the last end of day">
        margin R {formatPrice(margin, 2)}
      </span>
    </>
  );
}

function Rand({ value, isStale }: { readonly value: number; readonly isStale: boolean }) {
  return (
    <span className={styles.sum} data-tone={value === 0 || isStale ? undefined : value > 0 ? 'up' : 'down'}>
      R {formatProfit(value, 2)}
    </span>
  );
}
