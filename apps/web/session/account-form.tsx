// A form of the account dialog: it makes one call, and shows the server's answer by field or for the whole form.
import { type ReactNode, useState } from 'react';
import type { CallResult } from '../transport/calls.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import styles from './account-dialog.module.css';

export interface Faults {
  /** The first error of each field, by its name in the call. */
  readonly fields: Readonly<Record<string, string>>;
  /** The sentence for the whole form; empty if there is none. */
  readonly form: string;
}
const noFaults: Faults = { fields: {}, form: '' };
/** The one call of a form: its pending state, and the server's answer, by field or for the whole form. */
export function useFormCall() {
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);

  /** Resolves with the value, or with null if the call has failed or another one is under way. */
  async function call<T>(start: () => Promise<CallResult<T>>): Promise<T | null> {
    if (isBusy) return null;
    setBusy(true);
    const result = await start();
    setBusy(false);
    setFaults(result.kind === 'ok' ? noFaults : faultsOf(result));
    return result.kind === 'ok' ? result.value : null;
  }

  return { call, isBusy, faults, setFaults };
}
function faultsOf(result: Exclude<CallResult<never>, { kind: 'ok' }>): Faults {
  if (result.kind === 'badInput') {
    const fields = Object.fromEntries(
      Object.entries(result.errors).map(([field, [first = result.message]]) => [field, first]),
    );
    return { fields, form: '' };
  }
  const form =
    result.kind === 'unknown'
      ? `The server could not be reached, or its answer could not be read (${result.errorText}). Try again in a moment.`
      : result.message;
  return { fields: {}, form };
}
interface CallFormProps {
  readonly form: ReturnType<typeof useFormCall>;
  /** The effect of the button. */
  readonly label: string;
  /** The label during the call; the same by default. */
  readonly busyLabel?: string;
  readonly variant?: 'primary' | 'outlined';
  /** The effect of the last call, if the form stays open. */
  readonly result?: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}
export function CallForm(props: CallFormProps) {
  const { form, label, busyLabel, variant = 'primary', result, onSubmit, children } = props;
  const { isBusy, faults } = form;
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <p role="alert" className={styles.fault}>
        {faults.form}
      </p>
      {result !== undefined && (
        <p role="status" className={styles.result}>
          {result}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant={variant}
          disabledReason={isBusy ? (busyLabel ?? 'Asking the server…') : null}
        >
          {isBusy ? (busyLabel ?? label) : label}
        </Button>
      </div>
    </form>
  );
}
interface OwnPasswordProps {
  readonly label?: string;
  readonly text: string;
  readonly faults: Faults;
  readonly onText: (text: string) => void;
}
export const OwnPassword = ({ label = 'Your password', text, faults, onText }: OwnPasswordProps) => (
  <TextField
    type="password"
    autoComplete="current-password"
    label={label}
    text={text}
    error={faults.fields.password ?? null}
    isFirst
    onText={onText}
  />
);
