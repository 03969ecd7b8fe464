// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setMarketInPage } from '../server/market-in-page.ts';
import type { SavedLayout } from '../stores/layout-choice.ts';
import { blankLayout } from '../stores/layout-choice.ts';
import { useLayouts } from '../stores/layouts.ts';
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
    current: { _id: null, document: blankLayout, isChanged: false },
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
