import { exchangeTime } from '../market/market-text.ts';
import { Button } from '../ui/button.tsx';
import { FreezeIcon } from '../ui/icons.tsx';
import styles from './frozen-strip.module.css';

export function FrozenStrip({ at, onUnfreeze }: { readonly at: number; readonly onUnfreeze: () => void }) {
  return (
    <div className={styles.frozen} role="status">
      <FreezeIcon />
      <span>Frozen at {exchangeTime(at)}: the market goes on.</span>
      <Button size="small" onClick={onUnfreeze}>
        Unfreeze
      </Button>
    </div>
  );
}
