// @vitest-environment happy-dom
import type { SiloAuctionRow } from '@openpit/wire';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StageStrip } from './panel.tsx';

/** 10:31:07 at the exchange. */
const now = Date.UTC(2026, 11, 2, 8, 31, 7);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('[SILO-2] the strip of the auction counts down to the end of its stage, by the time of the server', () => {
  vi.useFakeTimers({ now });
  const auction: SiloAuctionRow = {
    uniqueKey: '2026-12-02 DEC26 WMAZ',
    businessDay: '2026-12-02',
    contract: 'DEC26 WMAZ',
    stage: 'bidding',
    endsAt: now + 100_000,
    ...{ offered: 3, tons: 300, bids: 2, bestPremium: 12, awarded: 0, allocated: 0 },
  };
  // The clock of this browser is five seconds slow.
  const { container } = render(
    <StageStrip auctions={[auction]} today="2026-12-02" next={null} offsetMs={5_000} isPhone={false} />,
  );
  const left = () => container.querySelector('b')?.textContent;
  expect(container.textContent).toContain('until 10:32');
  expect(left()).toBe('1:35');
  act(() => vi.advanceTimersByTime(35_000));
  expect(left()).toBe('1:00');
  act(() => vi.advanceTimersByTime(60_000));
  expect(left()).toBeUndefined();
});
