import { type Announcement, paths } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcementToast, noToasts, showToast, useToasts } from '../notices/toasts.ts';
import { type LocalServer, startLocalServer } from '../server/testing/local-server.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { followAnnouncements, loadAnnouncements } from './documents.ts';

const announcements: readonly Announcement[] = [
  { id: 1, at: 1_000, kind: 'Phase', message: 'Continuous trading has begun.' },
  { id: 2, at: 2_000, kind: 'Limit', message: 'WMAZ is at its limit.' },
];

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useConnection.setState(noConnection);
});
afterEach(() => server.close());

const listed = () => useToasts.getState().past.map(({ at, message }) => `${at} ${message}`);

describe('the announcements from before the sign-in', () => {
  it('[API-7] are in the list of notices with their own times, and raise no toast', async () => {
    server.answer(paths.getAnnouncements, () => ({ json: announcements }));
    await loadAnnouncements();
    expect(listed()).toEqual(['1000 Continuous trading has begun.', '2000 WMAZ is at its limit.']);
    expect(useToasts.getState().showing).toBeNull();
  });

  it('[API-7] are listed once, also when the hub has brought some of them', async () => {
    server.answer(paths.getAnnouncements, () => ({ json: announcements }));
    showToast(announcementToast({ id: 2, at: 2_000, message: 'WMAZ is at its limit.' }));
    await loadAnnouncements();
    await loadAnnouncements();
    expect(listed()).toEqual(['1000 Continuous trading has begun.']);
  });

  it('[API-7] are loaded each time the connection is made, because some may have been missed meanwhile', async () => {
    server.answer(paths.getAnnouncements, () => ({ json: announcements }));
    followAnnouncements();
    expect(server.calls).toEqual([]);
    useConnection.setState({ market: 'Connected' });
    await expect.poll(() => listed()).toHaveLength(2);
    useConnection.setState({ market: 'Reconnecting' });
    useConnection.setState({ market: 'Connected' });
    await expect.poll(() => server.calls).toHaveLength(2);
  });

  it('[API-7] leave the list as it is when the server does not answer', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await loadAnnouncements();
    expect(listed()).toEqual([]);
    expect(useToasts.getState().showing).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});
