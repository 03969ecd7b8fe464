// The first screen of a new demonstration dealer on many days of the year and at many times of the day.
import type { Outcome } from '@openpit/venue';
import type { FilledDataSet } from '@openpit/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  dealers,
  defaulted,
  missingForThirdMinute,
  missingOnDesk,
  type SimulatedPast,
  shown,
  simulatedPast,
} from '../testing/simulated-past.ts';

const starts: readonly { about: string; now: string; empty?: readonly FilledDataSet[] }[] = [
  { about: 'the first day of a month', now: '2026-12-01T10:05+02:00' },
  { about: 'the fifteenth', now: '2027-01-15T16:40+02:00' },
  { about: 'the last day of a month', now: '2027-03-31T09:20+02:00' },
  { about: 'a Saturday', now: '2026-11-28T12:00+02:00' },
  { about: 'New Year’s Eve', now: '2026-12-31T13:10+02:00' },
  { about: 'the evening on which a month begins', now: '2026-11-30T23:45+02:00' },
  { about: 'the first midnight of a month, after a weekend', now: '2027-02-01T00:05+02:00' },
  { about: 'the last minutes of a month', now: '2027-04-30T23:25+02:00' },
  { about: 'the second day of a month at midnight', now: '2026-12-02T00:02+02:00' },
  { about: 'New Year’s Day, in the night', now: '2027-01-01T23:50+02:00' },
  { about: 'a holiday before a weekend', now: '2027-03-26T00:08+02:00' },
  // Tenders are taken first: for ten minutes there are no bids of the day.
  { about: 'a minute after the day has begun', now: '2027-02-10T23:32+02:00', empty: ['siloBids'] },
];

describe.each(starts)(
  'the past of the demonstration on $about',
  { timeout: 120_000 },
  ({ now, empty = [] }) => {
    let simulated: SimulatedPast;
    beforeAll(async () => {
      simulated = await simulatedPast(now);
    }, 120_000);

    it.each(dealers)(
      'provides $userId with rows in each data set, except those that are empty at this hour',
      (dealer) => {
        const { view } = simulated;
        expect(shown.filter((name) => view.rowsFor(name, dealer).rows.length === 0)).toEqual(empty);
      },
    );

    it.each(dealers)(
      'provides $userId with a moving profit: positions in futures that trade today',
      (dealer) => {
        const { view } = simulated;
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
      expect(missingOnDesk(simulated.view, dealer)).toEqual([]);
    });

    it('leaves the state that the third minute of README requires', () => {
      expect(missingForThirdMinute(simulated.view)).toEqual([]);
      expect(defaulted(simulated.outcomes)).toEqual([]);
    });

    it('has dealt today in the front month of each instrument, and sends nothing for people that is rejected', () => {
      const { view, outcomes } = simulated;
      const fronts = new Map<string, string>();
      for (const contract of view.directory.tradedContracts())
        if (contract.kind === 'future' && !fronts.has(contract.instrument))
          fronts.set(contract.instrument, contract.contract);
      expect([...fronts.values()].filter((name) => (view.market.current(name)?.volume ?? 0) === 0)).toEqual(
        [],
      );
      expect(outcomes.filter(isRejectedOfPeople).map(({ command, verdict }) => [command, verdict])).toEqual(
        [],
      );
    });
  },
);

function isRejectedOfPeople({ by, verdict }: Outcome): boolean {
  return verdict.kind === 'rejected' && (by.kind !== 'user' || !by.userId.startsWith('sim-'));
}
