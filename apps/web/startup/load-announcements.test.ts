import { type Announcement, userReads } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcementToast, noToasts, showToast, useToasts } from '../notices/toasts.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { followAnnouncements, loadAnnouncements } from './documents.ts';

const announcements: readonly Announcement[] = [
  { id: 1, at: 1_000, kind: 'Phase', message: 'Continuous trading has begun.' },
  { id: 2, at: 2_000, kind: 'Limit', message: 'WMAZ is at its limit.' },
];

let server: LocalServer;
let stop = () => {};
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useConnection.setState(noConnection);
});
afterEach(async () => {
  stop();
  await server.close();
});

const listed = () => useToasts.getState().past.map(({ at, message }) => `${at} ${message}`);

describe('the announcements from before the sign-in', () => {
  it('[API-7] are in the list of notices with their own times, and raise no toast', async () => {
    server.answer(userReads.getAnnouncements.path, () => ({ json: announcements }));
    await loadAnnouncements();
    expect(listed()).toEqual(['1000 Continuous trading has begun.', '2000 WMAZ is at its limit.']);
    expect(useToasts.getState().showing).toBeNull();
  });

  it('[API-7] are listed once, even when the hub has brought some of them', async () => {
    server.answer(userReads.getAnnouncements.path, () => ({ json: announcements }));
    showToast(announcementToast({ id: 2, at: 2_000, message: 'WMAZ is at its limit.' }));
    await loadAnnouncements();
    await loadAnnouncements();
    expect(listed()).toEqual(['1000 Continuous trading has begun.']);
  });

  it('[API-7] are loaded each time the connection is made, because some may have been missed', async () => {
    const missed: Announcement = { id: 3, at: 3_000, kind: 'Phase', message: 'The market has closed.' };
    server.answer(userReads.getAnnouncements.path, () => ({
      json: server.calls.length < 2 ? announcements : [...announcements, missed],
    }));
    stop = followAnnouncements();
    expect(server.calls).toEqual([]);
    useConnection.setState({ market: 'Connected' });
    await expect.poll(() => listed()).toHaveLength(2);
    useConnection.setState({ market: 'Reconnecting' });
    useConnection.setState({ market: 'Connected' });
    await expect.poll(() => listed()).toHaveLength(3);
  });

  it('[API-7] are loaded again after 2 and 10 s while the server does not answer, and not once the connection is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let isAnswered = false;
    server.answer(userReads.getAnnouncements.path, () =>
      isAnswered ? { json: announcements } : { status: 503, json: { status: 503, message: 'Starting.' } },
    );
    // A poll of Vitest would move the clock.
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };
    const failed = (count: number) => until(() => warn.mock.calls.length === count);
    stop = followAnnouncements();
    useConnection.setState({ market: 'Connected' });
    await failed(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await failed(2);
    isAnswered = true;
    await vi.advanceTimersByTimeAsync(10_000);
    await until(() => listed().length === 2);

    isAnswered = false;
    useConnection.setState({ market: 'Reconnecting' });
    useConnection.setState({ market: 'Connected' });
    await failed(3);
    const { length } = server.calls;
    useConnection.setState({ market: 'Reconnecting' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(length);
    warn.mockRestore();
    vi.useRealTimers();
  });

  it('[API-7] leave the list unchanged if the server does not answer', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await loadAnnouncements();
    expect(listed()).toEqual([]);
    expect(useToasts.getState().showing).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});
