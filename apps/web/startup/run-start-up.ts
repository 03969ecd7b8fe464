// Runs the start-up once per page load: waits at least 2.5 s and until the browser is online, loads, and loads again whenever
// the browser goes online (START-3).

import { connectAgain, startLive } from '../live/feeds.ts';
import { permissionsChanged } from '../live/signals.ts';
import { online } from '../stores/online.ts';
import { useSettings } from '../stores/settings.ts';
import { loadClientSettings } from './client-settings.ts';
import { followAnnouncements } from './load-announcements.ts';
import type { LoaderName } from './loader-texts.ts';
import { loaders } from './loaders.ts';
import { startDelay } from './start-delay.ts';
import { runLoader, runLoaders } from './start-up.ts';

let hasBegun = false;

/** Does nothing the second time. */
export function beginStartUp(): void {
  if (hasBegun) return;
  hasBegun = true;
  void startUp();
}

/** Tries failed loaders again now. */
export function retryLoaders(names: readonly LoaderName[]): void {
  connectAgain();
  for (const name of names) void runLoader(name, loaders[name], connectAgain);
}

async function startUp(): Promise<void> {
  await online();
  await startDelay(loadClientSettings(), () => useSettings.getState().startupDelayMs);
  addEventListener('online', () => void runLoaders(loaders, connectAgain));
  permissionsChanged.on(() => {
    void runLoader('userPref', loaders.userPref);
    void runLoader('userProfile', loaders.userProfile);
  });
  followAnnouncements();
  startLive();
  await runLoaders(loaders, connectAgain);
}
