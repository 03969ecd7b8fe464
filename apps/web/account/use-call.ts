// One call of the account dialog at a time: whether it is under way, and what the server said, by field or for the whole form.
import { useState } from 'react';
import type { CallResult } from '../http/call-result.ts';

export interface Faults {
  /** The first error of each field, by its name in the call. */
  readonly fields: Readonly<Record<string, string>>;
  /** The sentence for the whole form; empty if there is none. */
  readonly form: string;
}

const noFaults: Faults = { fields: {}, form: '' };

export function useCall() {
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);

  /** Resolves with the value, or with null when the call has failed or another one is under way. */
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
