import { type MemoryMarket, startDailyListing } from '@openpit/market';
import {
  asMoney,
  asPrice,
  businessDaysAfter,
  type Day,
  isoDate,
  parseIsoDate,
  volatility,
} from '@openpit/venue';
import { RandomValues, testOperator } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { readMarketFile } from '../read-files.ts';
import { demoMarketFile } from '../server-folder.ts';
import { openedDemonstration } from '../testing/simulated-past.ts';

/** Ends days of a demonstration; calls `onDay` with each business day. */
async function run(market: MemoryMarket, days: number, onDay: (day: string) => void = () => undefined) {
  const { view, venue } = market;
  const failures: unknown[] = [];
  const stop = startDailyListing({
    gateway: market,
    view,
    compareReferenceData: (wanted) => venue.compareReferenceData(wanted),
    onFailure: (error) => failures.push(error),
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  for (let day = 0; day < days; day += 1) {
    await market.submit({ by: testOperator, requestId: null, command: { kind: 'endDay' } });
    await settled();
    onDay(view.directory.businessDay);
  }
  stop();
  expect(failures).toEqual([]);
}

/** The contracts that a business day lacks, of these kinds: grain for delivery, and options that expire within a week. */
function missingOn(day: string, { directory }: MemoryMarket['view']): string[] {
  const contracts = directory.listedContracts();
  const inDelivery = contracts.some(
    (contract) =>
      contract.kind === 'future' && contract.instrument === 'WMAZ' && contract.firstDeliveryDay <= day,
  );
  const inAWeek = isoDate(businessDaysAfter(parseIsoDate(day) ?? (0 as Day), 6, directory.holidays()));
  const expires = directory
    .tradedContracts()
    .some(
      (contract) =>
        contract.kind === 'option' && contract.optionExpiry >= day && contract.optionExpiry <= inAWeek,
    );
  return [...(inDelivery ? [] : [`${day}: white maize`]), ...(expires ? [] : [`${day}: options`])];
}

/** Days of a first start. */
const generatedDays = Array.from({ length: 4 }, (_, seed) =>
  isoDate(((parseIsoDate('2026-11-25') ?? 0) + new RandomValues(seed).below(500)) as Day),
);

describe('a demonstration that runs for months', () => {
  it('always has white maize in delivery and options that expire soon, and lists nothing twice', async () => {
    const { market, outcomes } = await openedDemonstration('2026-11-25T14:30+02:00');
    const { view } = market;
    const without: string[] = [];
    const monthsOnFirstDay = traded('WMAZ');
    function traded(instrument: string) {
      return view.directory
        .tradedContracts()
        .filter((contract) => contract.kind === 'future' && contract.instrument === instrument).length;
    }
    await run(market, 130, (day) => {
      without.push(...missingOn(day, view));
    });
    expect(without).toEqual([]);
    // The rule for new months does not list one more for each month that the demonstration lists.
    expect(traded('WMAZ')).toBeLessThanOrEqual(monthsOnFirstDay + 1);
    const rejected = outcomes.filter(({ verdict }) => verdict.kind === 'rejected');
    expect(rejected.map(({ command, verdict }) => [command, verdict])).toEqual([]);
    const listed = outcomes.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'contractsListed' ? event.contracts : [])),
    );
    expect(
      listed.filter((contract) => contract.kind === 'future' && contract.instrument === 'WMAZ').length,
    ).toBeGreaterThan(4);
    expect(new Set(listed.map(({ contract }) => contract)).size).toBe(listed.length);
    // The planned reference data changes only the listing.
    const planned = outcomes.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'referenceDataPlanned' ? event.changes : [])),
    );
    expect(planned.length).toBeGreaterThan(10);
    expect(planned.filter((change) => !/ (is|are) listed at /.test(change))).toEqual([]);
  });

  it.each(generatedDays)('has both on each day after a first start on %s', async (firstDay) => {
    const { market } = await openedDemonstration(`${firstDay}T14:30+02:00`);
    const without: string[] = [];
    await run(market, 40, (day) => {
      // The days before are the past that a first start simulates.
      if (day >= firstDay) without.push(...missingOn(day, market.view));
    });
    expect(without).toEqual([]);
  });

  it('leaves the fees and margins that the operator has set for today and for the next day', async () => {
    const { market, outcomes } = await openedDemonstration('2026-11-25T14:30+02:00');
    const set = (command: Parameters<MemoryMarket['submit']>[0]['command']) =>
      market.submit({ by: testOperator, requestId: null, command });
    const fees = { ownOption: asPrice(30), clientFuture: asPrice(40), clientOption: asPrice(40) };
    await set({ kind: 'setBookingFees', instrument: 'WMAZ', ownFuture: asPrice(30), ...fees });
    await run(market, 20);
    const margins = { classSpreadMargin: asMoney(1_000_000), volatilityRange: volatility(500) };
    await set({ kind: 'setMargins', instrument: 'WMAZ', initialMargin: asMoney(3_000_000), ...margins });
    await run(market, 20);
    const planned = outcomes.flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'referenceDataPlanned' ? event.changes : [])),
    );
    expect(planned.length).toBeGreaterThan(2);
    expect(planned.filter((change) => !/ (is|are) listed at /.test(change))).toEqual([]);
  });

  it('leaves a change that the operator has planned', async () => {
    const { market, outcomes } = await openedDemonstration('2026-11-25T14:30+02:00');
    const { referenceData } = await readMarketFile(demoMarketFile);
    const instruments = referenceData.instruments.map((instrument) =>
      instrument.code === 'WMAZ' ? { ...instrument, name: 'White' } : instrument,
    );
    const wanted = { effectiveFrom: '2027-01-14', referenceData: { ...referenceData, instruments } } as const;
    await market.submit({
      by: testOperator,
      requestId: null,
      command: { kind: 'applyReferenceData', ...wanted },
    });
    const before = outcomes.length;
    await run(market, 12);
    const applied = outcomes.slice(before).filter(({ command }) => command === 'applyReferenceData');
    expect(applied).toEqual([]);
    expect(market.venue.compareReferenceData(wanted)).toMatchObject({
      planned: { effectiveFrom: wanted.effectiveFrom },
    });
  });
});
