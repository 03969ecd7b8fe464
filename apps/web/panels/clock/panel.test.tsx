// @vitest-environment happy-dom
import type { PhasesReply } from '@openpit/wire';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noConnection, useConnection } from '../../stores/connection.ts';
import { exchangeMoment } from '../../stores/market-days.ts';
import { useSettings } from '../../stores/session.ts';
import { exchangeDayChanged } from '../../transport/hub/data-sets.ts';
import { setMarketInPage } from '../../transport/market-in-page.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { Unframed } from '../../ui/panel-frame.tsx';
import { ClockPanel } from './panel.tsx';

/** 10:31:07 at the exchange. */
const now = Date.UTC(2026, 10, 18, 8, 31, 7);
const admin = { phase: 'admin', at: now + 5_333_000 } as const;
const phases: PhasesReply = {
  businessDay: '2026-11-18',
  serverTime: now,
  groups: [
    {
      ...{ group: 'other', phase: 'continuous', since: null, next: admin, opensAt: null },
      ...{ instruments: ['WMAZ'], dealsUntil: null },
    },
  ],
  utcOffsetMinutes: 120,
  dayEndsAt: null,
  halted: [{ instrument: 'SUNS', reason: 'Price under review', since: now }],
};

beforeEach(() => {
  setFormatLocale('en-GB');
  vi.useFakeTimers({ now });
  useConnection.setState({ market: 'Connected' });
});
afterEach(() => {
  cleanup();
  setMarketInPage(null);
  vi.useRealTimers();
  useConnection.setState(noConnection);
  useSettings.setState(useSettings.getInitialState(), true);
  setFormatLocale(undefined);
});

/** Shows the clock of a market that answers this; returns its text. */
async function showClock(answer: () => object): Promise<() => string | null> {
  setMarketInPage({
    call: async () => new Response(JSON.stringify(answer())),
    connect: () => expect.fail(),
    frame: (screens) => screens,
  });
  const { container } = render(
    <Unframed>
      <ClockPanel />
    </Unframed>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  return () => container.textContent;
}

it('[PANEL-18] the clock shows the time of the exchange, its phase, the countdown to the next phase, and halts', async () => {
  const shown = await showClock(() => phases);
  expect(shown()).toContain('10:31:07 SAST');
  expect(shown()).toContain('Business day 18/11/2026');
  expect(shown()).toContain('administration in 1:28:53');
  expect(screen.getByText('SUNS is halted: Price under review')).not.toBeNull();
  for (let second = 0; second < 3; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(shown()).toContain('10:31:10 SAST');
  expect(shown()).toContain('administration in 1:28:50');
});

it('[PANEL-18] an open page follows the hours of a new business day to another distance from UTC', async () => {
  let answer = phases;
  const shown = await showClock(() => answer);
  expect(shown()).toContain('10:31:07 SAST');
  answer = { ...phases, businessDay: '2026-11-19', utcOffsetMinutes: 180 };
  await act(async () => {
    exchangeDayChanged.emit();
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(shown()).toContain('11:31:07 UTC+03:00');
  // Every other time of the page is written with the same setting.
  expect(exchangeMoment(now)).toBe('2026-11-18T11:31:07');
});
