// The first screen of a new demonstration dealer on many days of the year (issue 42).
import type { Outcome } from '@openpit/venue';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  dealers,
  missingForThirdMinute,
  missingOnDesk,
  type PlayedPast,
  playedPast,
  shown,
} from '../testing/played-past.ts';

describe.each([
  ['the first day of a month', '2026-12-01T10:05+02:00'],
  ['the fifteenth', '2027-01-15T16:40+02:00'],
  ['the last day of a month', '2027-03-31T09:20+02:00'],
  ['a Saturday', '2026-11-28T12:00+02:00'],
  ['New Year’s Eve', '2026-12-31T13:10+02:00'],
  ['a minute after the day has begun', '2027-02-10T23:32+02:00'],
])('the past of the demonstration on %s', { timeout: 120_000 }, (_, now) => {
  let played: PlayedPast;
  beforeAll(async () => {
    played = await playedPast(now);
  }, 120_000);

  it.each(dealers)('provides $userId with rows in each data set', (dealer) => {
    const { view } = played;
    expect(shown.filter((name) => view.rowsFor(name, dealer).rows.length === 0)).toEqual([]);
  });

  it.each(dealers)(
    'provides $userId with a moving profit: positions in futures that trade today',
    (dealer) => {
      const { view } = played;
      const { directory, market } = view;
      const moving = view.rowsFor('positions', dealer).rows.filter(({ contract, net }) => {
        const listing = directory.contract(contract);
        const isDealt = listing?.kind === 'future' && directory.isTraded(listing);
        return net !== 0 && isDealt && (market.current(contract)?.volume ?? 0) > 0;
      });
      expect(moving.length).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(dealers)('leaves $userId orders, deals, certificates and accounts to act on', (dealer) => {
    expect(missingOnDesk(played.view, dealer)).toEqual([]);
  });

  it('leaves what the third minute of README asks for', () => {
    expect(missingForThirdMinute(played.view)).toEqual([]);
  });

  it('has dealt today in the front month of each instrument, and sends nothing for people that is rejected', () => {
    const { view, outcomes } = played;
    const fronts = new Map<string, string>();
    for (const one of view.directory.tradedContracts())
      if (one.kind === 'future' && !fronts.has(one.instrument)) fronts.set(one.instrument, one.contract);
    expect([...fronts.values()].filter((name) => (view.market.current(name)?.volume ?? 0) === 0)).toEqual([]);
    expect(outcomes.filter(isRejectedOfPeople).map(({ command, verdict }) => [command, verdict])).toEqual([]);
  });
});

function isRejectedOfPeople({ by, verdict }: Outcome): boolean {
  return verdict.kind === 'rejected' && (by.kind !== 'user' || !by.userId.startsWith('sim-'));
}
