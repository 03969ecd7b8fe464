// The business day until which the remainder of an order is kept (market.md, Hold over); empty for this day only. The venue
// checks that the market is open and the contract still trades on that day.
import { useId } from 'react';
import styles from './order-form.module.css';

export interface HoldOverFieldProps {
  /** `2026-11-25`, or empty. */
  readonly text: string;
  readonly isLocked: boolean;
  readonly onText: (text: string) => void;
}

const tip = 'Keeps what is not filled until the end of this business day; empty for today only';

export function HoldOverField({ text, isLocked, onText }: HoldOverFieldProps) {
  const id = useId();
  return (
    <label className={styles.holdOver} htmlFor={id}>
      <span className={styles.caption} data-tip={tip}>
        Hold over to
      </span>
      <input
        id={id}
        type="date"
        value={text}
        readOnly={isLocked}
        aria-description={tip}
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
}
