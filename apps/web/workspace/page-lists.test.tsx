// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { announcementToast, listPastNotices, noToasts, useToasts } from '../notices/toasts.ts';
import { serverNow } from '../stores/connection.ts';
import { exchangeDayOf } from '../stores/market-days.ts';
import { setMarketInPage } from '../transport/market-in-page.ts';
import { formatDay, setFormatLocale } from '../ui/format.ts';
import { OwnActions } from './own-actions.tsx';
import { Notices } from './page-lists.tsx';

beforeEach(() => setFormatLocale('en-ZA'));
afterEach(() => {
  cleanup();
  useToasts.setState(noToasts);
  setFormatLocale(undefined);
});

it('a notice of another day has its date, in the same format as other dates on the screen', async () => {
  const now = serverNow();
  const yesterday = now - 86_400_000;
  listPastNotices(
    [
      { id: 1, at: yesterday, message: 'The market opens again on 2026-11-30.' },
      { id: 2, at: now, message: 'WMAZ is halted.' },
    ].map(announcementToast),
  );
  render(<Notices onClose={() => undefined} />);
  const [today, before] = await screen.findAllByRole('listitem');
  expect(today?.querySelector('time')?.textContent).toMatch(/^\d\d:\d\d:\d\d$/);
  const day = formatDay(exchangeDayOf(yesterday), exchangeDayOf(now));
  const time = before?.querySelector('time')?.textContent ?? '';
  expect(time.slice(0, -8)).toBe(`${day}, `);
  expect(time.slice(-8)).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(before?.textContent).toContain('The market opens again on 2026/11/30.');
});

it('[ACT-1] My actions shows no ids of requests', async () => {
  setMarketInPage({
    call: async () => new Response('', { status: 503 }),
    connect: () => expect.fail(),
    frame: (screens) => screens,
  });
  render(<OwnActions onClose={() => undefined} />);
  const captions = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(captions).toEqual(['Time', 'Action', 'What', 'Outcome', 'Result', 'Number']);
  setMarketInPage(null);
});
