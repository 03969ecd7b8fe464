// Starts the start-up once a page load: waits at least 2.5 s, loads, and loads again whenever the browser goes online
// (START-3). The live side begins with the first loading.
import { connectAgain, onPermissionsChanged, startLive } from '../live/feeds.ts';
import { useSettings } from '../stores/settings.ts';
import { loadClientSettings } from './client-settings.ts';
import type { LoaderName } from './loader-texts.ts';
import { loaders } from './loaders.ts';
import { runLoader, runLoaders } from './start-up.ts';

let isBegun = false;

/** Does nothing the second time. */
export function beginStartUp(): void {
  if (isBegun) return;
  isBegun = true;
  void startUp();
}

/** Tries a failed loader again. */
export function retryLoader(name: LoaderName): void {
  connectAgain();
  void runLoader(name, loaders[name]);
}

async function startUp(): Promise<void> {
  await loadClientSettings();
  await new Promise((resolve) => setTimeout(resolve, useSettings.getState().startupDelayMs));
  addEventListener('online', () => void runLoaders(loaders));
  onPermissionsChanged(() => {
    void runLoader('userPref', loaders.userPref);
    void runLoader('userProfile', loaders.userProfile);
  });
  startLive();
  await runLoaders(loaders);
}
