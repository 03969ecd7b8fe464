// @vitest-environment happy-dom
import { defaultClientSettings, paths } from '@openpit/wire';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { signedOut, useSession } from '../stores/session.ts';
import { startLocalServer } from '../transport/testing/local-server.ts';
import { SinceLastVisit } from './since-last-visit.tsx';

const hourMs = 3_600_000;

afterEach(() => {
  cleanup();
  writeStored(storageKeys.lastVisit, null);
  useSession.setState(signedOut);
});

it("[START-3] measures the time since the last visit by the server's clock, however slow the computer's is", async () => {
  const server = await startLocalServer();
  const serverTime = Date.now() + 3 * hourMs;
  server.answer(paths.getClientSettings, () => ({
    json: { ...defaultClientSettings, exchangeDay: { serverTime, groups: [] } },
  }));
  useSession.setState({ token: `a.${btoa(JSON.stringify({ sub: 'u', exp: 9e9 }))}.b` });
  const lastVisit = serverTime - hourMs;
  writeStored(storageKeys.lastVisit, `${lastVisit} u`);
  render(<SinceLastVisit />);
  expect(await screen.findByRole('heading', { name: /^Since your last visit, / })).toBeTruthy();
  await expect.poll(() => server.calls.filter((call) => call.includes(`from=${lastVisit}`)).length).toBe(2);
  fireEvent(document, new Event('visibilitychange'));
  expect(Number(readStored(storageKeys.lastVisit)?.split(' ')[0])).toBeGreaterThanOrEqual(serverTime);
  await server.close();
});
