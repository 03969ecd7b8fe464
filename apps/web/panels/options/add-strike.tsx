// Asks the exchange to list a new strike (market.md, Strikes): a button and, once it is pressed, a field for
// the strike.
import { type SyntheticEvent, useId, useState } from 'react';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import { addStrike, runAddStrike } from '../../actions/option-actions.ts';
import type { OptionSeries } from '../../market/market-text.ts';
import { Button } from '../../ui/button.tsx';
import { readDecimal } from '../../ui/decimal-input.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { pressedKey } from '../../ui/keys.ts';
import { addStrikeKeys } from './add-strike-keys.ts';
import styles from './chain.module.css';

export interface AddStrikeProps {
  readonly series: OptionSeries;
  readonly context: ActionContext;
  /** Whether the field is open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function AddStrike({ series, context, isOpen, onOpen }: AddStrikeProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const fieldId = useId();
  const { instrument, contractDate } = series;
  const reason = reasonAgainst(addStrike, { instrument, contractDate, strike: 0 }, context);
  const close = () => {
    onOpen(false);
    setText('');
    setError(null);
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const read = readDecimal(text);
    const strike = read.kind === 'number' ? Number(read.text) : Number.NaN;
    if (read.kind === 'bad') setError(read.reason);
    else if (!(strike > 0)) setError('Which strike, in rand per ton?');
    else {
      setSending(true);
      const rejection = await runAddStrike({ instrument, contractDate, strike }, context);
      setSending(false);
      if (rejection === null) close();
      else setError(rejection);
    }
  };
  if (!isOpen)
    return (
      <div className={styles.strike}>
        <Button size="small" icon={<PlusIcon />} disabledReason={reason} onClick={() => onOpen(true)}>
          Add strike
        </Button>
      </div>
    );
  return (
    <form
      className={styles.strike}
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (pressedKey(addStrikeKeys, event.nativeEvent) === 'close') close();
      }}
    >
      {error !== null && (
        <p id={`${fieldId}error`} role="alert">
          {error}
        </p>
      )}
      <label htmlFor={fieldId}>Strike, R/t</label>
      <input
        id={fieldId}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${fieldId}error`}
        ref={focusWhenShown}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="small"
        variant="primary"
        type="submit"
        disabledReason={isSending ? 'Waiting for the answer of the exchange.' : reason}
      >
        Add
      </Button>
      <Button size="small" variant="quiet" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}

function focusWhenShown(field: HTMLInputElement | null): void {
  field?.focus();
}
