// The strip that says that a panel stands still while the market goes on (WCAG 2.2.2).
import { exchangeTime } from '../panels/market/market-text.ts';
import { Button } from '../ui/button.tsx';
import { FreezeIcon } from '../ui/icons.tsx';
import styles from './frozen-strip.module.css';

export function FrozenStrip({ at, onGoOn }: { readonly at: number; readonly onGoOn: () => void }) {
  return (
    <div className={styles.frozen} role="status">
      <FreezeIcon />
      <span>Frozen at {exchangeTime(at)}: the market goes on.</span>
      <Button size="small" onClick={onGoOn}>
        Go on
      </Button>
    </div>
  );
}
