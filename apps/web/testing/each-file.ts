// Set-up and checks around every test file. All files run in one process and share its modules.
import { afterAll, beforeAll, expect } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { readKept, readStored, storageKeys, type TabKey, tabStorageKeys } from '../stores/browser-storage.ts';
import { useSettings } from '../stores/session.ts';
import { marketInPage } from '../transport/market-in-page.ts';

// By default Testing Library waits one second for elements that appear later: too little on a busy machine. As for every other wait, only
// the limit of the test ends it.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 120_000 });
}

const hourMs = 3_600_000;

beforeAll(() => {
  // The file before it may have left a toast, and the toasts of this file would wait behind it.
  useToasts.setState(noToasts);
  // No hub is reachable. The first panel with depth would open a connection while a later file runs.
  useSettings.setState({ depthConnectDelayMs: hourMs, depthSubscribeDelayMs: hourMs });
});

afterAll(() => {
  expect(marketInPage(), 'A test left a market in the page, which the next file would call.').toBeNull();
  // A page of happy-dom takes its storage with it.
  if (typeof document !== 'undefined') return;
  const stored = Object.values(storageKeys).filter((key) => readStored(key) !== null);
  const kept = (Object.keys(tabStorageKeys) as TabKey[]).filter((key) => readKept(key) !== null);
  expect([...stored, ...kept], 'A test left values that the next file would read.').toEqual([]);
});
