// Loads the client settings from the server once per page load. Without an answer the specification's own values apply.
import { getClientSettings } from '../http/client-settings.ts';
import { useSettings } from '../stores/settings.ts';

let loading: Promise<void> | undefined;

/** Resolves when the server has answered or has failed to; never rejects. */
export function loadClientSettings(): Promise<void> {
  loading ??= getClientSettings().then((result) => {
    if (result.kind === 'ok') useSettings.setState(result.value);
    else console.warn(`The settings of the server could not be loaded: ${result.errorText}`);
  });
  return loading;
}
