import { afterEach, expect, it, vi } from 'vitest';
import { newToast } from '../notices/toasts.ts';
import { noConnection, serverNow, serverTimeOf, useConnection } from './connection.ts';

afterEach(() => {
  vi.useRealTimers();
  useConnection.setState(noConnection);
});

it('shows times of the server, even where the clock of the computer is hours wrong', () => {
  const atServer = Date.UTC(2026, 10, 25, 19, 55, 0);
  vi.useFakeTimers({ now: atServer - 3 * 3_600_000 });
  useConnection.setState({ clockOffsetMs: atServer - Date.now() });
  expect(serverNow()).toBe(atServer);
  expect(serverTimeOf(Date.now() - 1_000)).toBe(atServer - 1_000);
  // A notice without a time is of now, and is listed together with the notices of the exchange.
  expect(newToast({ type: 'success', message: 'Filled' }).at).toBe(atServer);
});
