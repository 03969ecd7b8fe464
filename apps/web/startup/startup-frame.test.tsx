// @vitest-environment happy-dom
import { userReads } from '@openpit/wire';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useToasts } from '../notices/toasts.ts';
import { blankLayout, type SavedLayout } from '../stores/layout-choice.ts';
import { useLayouts } from '../stores/layouts.ts';
import { useSettings } from '../stores/session.ts';
import { setMarketInPage } from '../transport/market-in-page.ts';
import { loaderNames, notStarted, type StartUp, useStartUp } from './start-up.ts';
import { StartupFrame } from './startup-frame.tsx';

const saved = (count: number): readonly SavedLayout[] =>
  Array.from({ length: count }, (_, at) => ({ _id: `d${at}`, userId: 'u7', document: blankLayout }));
const loadedBut = (failed: (typeof loaderNames)[number] | null): StartUp =>
  Object.fromEntries(
    loaderNames.map((name) => [
      name,
      name === failed ? { status: 'Error', error: '503: Starting.' } : { status: 'Success', error: '' },
    ]),
  ) as StartUp;
const start = (count: number, startUp: StartUp) => {
  useLayouts.setState({
    saved: saved(count),
    current: { number: 0, _id: null, document: blankLayout, isChanged: false },
  });
  useStartUp.setState(startUp);
  return render(
    <StartupFrame>
      <p>The workspace</p>
    </StartupFrame>,
  );
};

beforeEach(() => {
  vi.useFakeTimers();
  setMarketInPage({
    call: async () => new Response('', { status: 503 }),
    connect: () => expect.fail(),
    frame: (screens) => screens,
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  setMarketInPage(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
  useStartUp.setState(notStarted);
  useLayouts.setState({ saved: [], current: null });
  useSettings.setState({ startupDelayMs: 2_500 });
});

describe('the frame of the start-up', () => {
  it('[START-2] opens the workspace with the errors above it when several layouts are saved', () => {
    start(2, loadedBut('members'));
    expect(screen.getByText('The workspace')).not.toBeNull();
    const bar = screen.getByText(/^Not everything could be loaded:/).closest('details');
    expect(bar?.textContent).toContain('1 error');
    if (bar !== null) bar.open = true;
    expect(bar?.querySelectorAll('li')).toHaveLength(1);
    expect(bar?.textContent).toContain('Error has occured loading members');
    expect(bar?.textContent).toContain('503: Starting.');
    act(() => useStartUp.setState(loadedBut(null)));
    expect(screen.queryByText(/^Not everything could be loaded:/)).toBeNull();
    expect(screen.getByText('The workspace')).not.toBeNull();
  });

  it('[START-2] covers the workspace with one saved layout until the failed loader is loaded, and never again', () => {
    start(1, loadedBut('mtm'));
    expect(screen.queryByText('The workspace')).toBeNull();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('89');
    expect(screen.getByRole('status').textContent).toContain('1 error');
    act(() => useStartUp.setState(loadedBut(null)));
    expect(screen.getByText('The workspace')).not.toBeNull();
    act(() => useStartUp.setState(loadedBut('mtm')));
    expect(screen.getByText('The workspace')).not.toBeNull();
  });
});

describe('[START-3] the news since the last visit, during the delay of the start-up', () => {
  const lines = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
  const answers = (replyTo: (path: string) => unknown) =>
    setMarketInPage({
      call: async (url) => {
        const json = replyTo(new URL(url, 'http://market').pathname);
        return json === null ? new Response('', { status: 503 }) : Response.json(json);
      },
      connect: () => expect.fail(),
      frame: (screens) => screens,
    });
  const row = { businessDay: '2026-11-26', side: 'B', qty: 12 };
  const rows: Readonly<Record<string, unknown>> = {
    [userReads.historyOrders.path]: { rows: [{ ...row, state: 'Filled' }], next: null },
    [userReads.historyDeals.path]: { rows: [{ ...row, state: 'Open' }], next: null },
    [userReads.getAnnouncements.path]: [{ message: 'WMAZ is halted.' }],
  };

  it('has the orders, the deals and the newest announcement of today, if no visit is known', async () => {
    answers((path) => rows[path] ?? null);
    start(1, notStarted);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('region', { name: 'Today so far' })).not.toBeNull();
    expect(lines()).toEqual(['1 filled', '12 lots bought, 0 lots sold', 'WMAZ is halted.']);
  });

  it('begins with the end of the last visit', async () => {
    localStorage.setItem('openpit.lastVisit', `${String(Date.UTC(2026, 9, 1))} `);
    start(1, notStarted);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(screen.getByRole('region', { name: /^Since your last visit, Thu/ })).not.toBeNull();
    cleanup();
    vi.advanceTimersByTime(1);
    start(1, notStarted);
    expect(screen.getByRole('region', { name: /^Since your last visit, \d\d:\d\d SAST/ })).not.toBeNull();
    localStorage.clear();
  });

  it('shows dashes and no failure if the server does not answer, and asks nothing if there is no delay', async () => {
    start(1, notStarted);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(lines()).toEqual(['–', '–', '–']);
    expect(useToasts.getState()).toMatchObject({ showing: null, waiting: [], past: [] });
    cleanup();
    const asked: string[] = [];
    answers((path) => {
      asked.push(path);
      return null;
    });
    useSettings.setState({ startupDelayMs: 50 });
    start(1, notStarted);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByRole('definition')).toBeNull();
    expect(asked).not.toContain(userReads.historyDeals.path);
  });
});
