// The steps of a page before the loaders run: it loads the client settings, and waits for the delay of START-3.

import { useSettings } from '../stores/session.ts';
import { getClientSettings } from '../transport/client-settings.ts';

// Loads the client settings from the server. Without an answer the specification's own values apply, until it is asked again.

let loading: Promise<void> | undefined;

/** Resolves when the server has answered or has failed to; never rejects. The settings are requested once per page load. */
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

// No loader begins in the first 2.5 s on Trading. The code of Trading and the client settings are fetched during that time, so that a slow
// network does not make the delay longer. The news since the last visit (since-last-visit.tsx) is fetched too.
let enteredAt: number | undefined;

/** The user has been admitted to Trading, whose code is not there yet. Only the first call of a page counts. */
export function enterTrading(): void {
  enteredAt ??= performance.now();
}

/**
 * Resolves when `prepared` has, and `delayMs` have passed since `enterTrading`. `delayMs` is called afterwards, because it is one of
 * the settings.
 */
export async function startDelay(prepared: Promise<void>, delayMs: () => number): Promise<void> {
  const from = enteredAt ?? performance.now();
  await prepared;
  const remainingMs = delayMs() - (performance.now() - from);
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
}
