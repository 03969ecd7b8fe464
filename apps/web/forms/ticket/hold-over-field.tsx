// The business day until which the remainder of an order is kept (market.md, Hold over); empty for this day only. It is typed
// as the reader's locale writes dates, or chosen in the browser's calendar. The venue checks that the market is open and the
// contract still trades on that day.
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { datePattern, formatDate, readDate } from '../../ui/format.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import styles from './order-form.module.css';

export interface HoldOverFieldProps {
  /** `2026-11-25`, empty, or what was typed as long as it is no date. */
  readonly text: string;
  readonly error: string | undefined;
  readonly isLocked: boolean;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

const tip = 'Keeps what is not filled until the end of this business day; empty for today only';

export function HoldOverField({ text, error, isLocked, onText, onLeave }: HoldOverFieldProps) {
  const id = useId();
  const errorId = useId();
  // As it is typed; null while the field shows its date in full.
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.holdOver}>
      <label className={styles.caption} htmlFor={id} data-tip={tip}>
        Hold over to
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={datePattern()}
        maxLength={20}
        value={typed ?? formatDate(text)}
        readOnly={isLocked}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        aria-description={tip}
        onChange={({ target }) => {
          setTyped(target.value);
          onText(readDate(target.value) ?? target.value.trim());
        }}
        onBlur={() => {
          setTyped(null);
          onLeave();
        }}
      />
      <span className={styles.calendar}>
        <IconButton
          label="Choose the day in a calendar"
          icon={<CalendarIcon />}
          disabledReason={isLocked ? 'Waiting for the market’s answer.' : null}
          onClick={() => calendar.current?.showPicker()}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          value={readDate(text) ?? ''}
          onChange={({ target }) => onText(target.value)}
        />
      </span>
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
