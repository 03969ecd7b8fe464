// Loads the client settings from the server. Without an answer the specification's own values apply, until it is asked again.
import { getClientSettings } from '../http/client-settings.ts';
import { useSettings } from '../stores/settings.ts';

let loading: Promise<void> | undefined;

/** Resolves when the server has answered or has failed to; never rejects. An answer is asked for once per page load. */
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
