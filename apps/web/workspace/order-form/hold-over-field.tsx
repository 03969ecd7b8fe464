// Until which business day the remainder of an order is kept (domain §1, Hold over); empty for this day only. Whether the market is
// open on that day, and the contract still trades, the venue says.
import { useId } from 'react';
import styles from './order-form.module.css';

export interface HoldOverFieldProps {
  /** `2026-11-25`, or empty. */
  readonly text: string;
  readonly isLocked: boolean;
  readonly onText: (text: string) => void;
}

export function HoldOverField({ text, isLocked, onText }: HoldOverFieldProps) {
  const id = useId();
  return (
    <label className={styles.holdOver} htmlFor={id}>
      <span className={styles.caption}>Hold over to</span>
      <input
        id={id}
        type="date"
        value={text}
        readOnly={isLocked}
        data-tip="Keeps what has not dealt until the end of this business day; empty for today only"
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
}

/** ", held over to 2026-11-25", or nothing. */
export const holdOverWords = (until: string | null | undefined) => (until ? `, held over to ${until}` : '');
