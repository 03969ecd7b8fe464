// The steps before the loaders run: loading the client settings, and the delay of START-3.

import { useSettings } from '../stores/session.ts';
import { getClientSettings } from '../transport/client-settings.ts';

let loading: Promise<void> | undefined;

/**
 * Loads the client settings, once per page load. Without an answer the specification's values apply. Resolves in both cases; never
 * rejects.
 */
export function loadClientSettings(): Promise<void> {
  loading ??= getClientSettings().then((result) => {
    if (result.kind === 'ok') useSettings.setState(result.value);
    else {
      loading = undefined;
      console.warn(`The settings of the server could not be loaded: ${result.errorText}`);
    }
  });
  return loading;
}

// No loader begins in the first 2.5 s on Trading. The code of Trading, the client settings and the news since the last visit are fetched
// in that time, so that a slow network does not extend the delay.
let enteredAt: number | undefined;

/** Starts the delay when the user has been admitted to Trading, before its code is loaded. Only the first call of a page counts. */
export function enterTrading(): void {
  enteredAt ??= performance.now();
}

/**
 * Resolves when `prepared` has resolved and `delayMs` have passed since `enterTrading`. `delayMs` is called after `prepared`, because it
 * is a setting.
 */
export async function startDelay(prepared: Promise<void>, delayMs: () => number): Promise<void> {
  const from = enteredAt ?? performance.now();
  await prepared;
  const remainingMs = delayMs() - (performance.now() - from);
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}
