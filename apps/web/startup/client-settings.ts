// Asks the server for the page's times once (clientSettings of the contract). Without an answer the specification's own
// figures hold, and nothing else changes.
import { getClientSettings } from '../http/static-data.ts';
import { useSettings } from '../stores/settings.ts';

let loading: Promise<void> | undefined;

/** Resolves when the server has answered or has failed to; never rejects. */
export function loadClientSettings(): Promise<void> {
  loading ??= getClientSettings().then((result) => {
    if (result.kind === 'ok') useSettings.setState(result.value);
    else console.warn(`The settings of the server are not known: ${result.errorText}`);
  });
  return loading;
}
