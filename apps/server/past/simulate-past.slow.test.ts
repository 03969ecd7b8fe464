import type { EventOf, Outcome, VenueEvent } from '@openpit/venue';
import type { ClearingRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import {
  dealers,
  defaulted,
  missingForThirdMinute,
  missingOnDesk,
  type SimulatedPast,
  shown,
  simulatedPast,
  unbalanced,
} from '../testing/simulated-past.ts';

const usual = '2026-11-25T14:30+02:00';
const known = new Map<string, Promise<SimulatedPast>>();
/** Simulated once for all tests. */
function past(now: string): Promise<SimulatedPast> {
  const past = known.get(now) ?? simulatedPast(now);
  known.set(now, past);
  return past;
}

const eventsOf = <Kind extends VenueEvent['kind']>(
  outcomes: readonly Outcome[],
  kind: Kind,
): EventOf<Kind>[] =>
  outcomes.flatMap(({ events }) => events.filter((event): event is EventOf<Kind> => event.kind === kind));

describe('the figures of the past', { timeout: 120_000 }, () => {
  it.each(dealers)('give $userId rows in each data set', async (dealer) => {
    const { view } = await past(usual);
    expect(shown.filter((name) => view.rowsFor(name, dealer).rows.length === 0)).toEqual([]);
  });

  it.each(dealers)('leave $userId orders, deals, certificates and accounts to act on', async (dealer) => {
    expect(missingOnDesk((await past(usual)).view, dealer)).toEqual([]);
  });

  it('leave the state that the third minute of README requires', async () => {
    expect(missingForThirdMinute((await past(usual)).view)).toEqual([]);
  });

  it('show deliveries of the month before, without a penalty, on the first evening of a month', async () => {
    const { view, outcomes } = await simulatedPast('2026-11-30T23:45+02:00');
    for (const dealer of dealers)
      expect(shown.filter((name) => view.rowsFor(name, dealer).rows.length === 0)).toEqual([]);
    expect(missingForThirdMinute(view)).toEqual([]);
    expect(defaulted(outcomes)).toEqual([]);
  });

  it('add up to zero over the market: variation margin and deliveries of each day, and positions of each contract', async () => {
    const { outcomes, view } = await past(usual);
    const sums = new Map<string, number>();
    for (const { businessDay, movement, amount } of eventsOf(outcomes, 'moneyMoved'))
      if (movement === 'variationMargin' || movement === 'delivery' || movement === 'deliveryPenalty')
        sums.set(`${businessDay} ${movement}`, (sums.get(`${businessDay} ${movement}`) ?? 0) + amount);
    expect(sums.size).toBeGreaterThanOrEqual(7);
    expect([...sums].filter(([, sum]) => sum !== 0)).toEqual([]);
    expect(unbalanced(view)).toEqual([]);
  });

  it('have invoices with 15 % VAT of sellers that are registered, and with both VAT numbers', async () => {
    const { outcomes } = await past(usual);
    const invoices = eventsOf(outcomes, 'siloDelivered');
    const wrong = invoices.filter(
      ({ amount, vat, vatNumbers }) =>
        vat !== (vatNumbers?.seller == null ? 0 : Math.round((amount * 15) / 100)),
    );
    expect(wrong).toEqual([]);
    expect(invoices.filter(({ vat = 0, vatNumbers }) => vat > 0 && vatNumbers?.buyer != null)).not.toEqual(
      [],
    );
  });

  it('open each statement with the account’s closing balance of the day before', async () => {
    const { view } = await past(usual);
    const byAccount = new Map<string, ClearingRow[]>();
    for (const row of view.allRows('clearing'))
      byAccount.set(row.principal, [...(byAccount.get(row.principal) ?? []), row]);
    let compared = 0;
    for (const rows of byAccount.values()) {
      const days = rows.sort((a, b) => a.businessDay.localeCompare(b.businessDay));
      for (const [at, row] of days.entries()) {
        const moved =
          row.variationMargin +
          row.bookingFees +
          row.interest +
          row.initialMargin +
          row.deliveries +
          row.payments;
        expect(cents(row.openingBalance + moved), row.uniqueKey).toBe(cents(row.balance));
        const before = days[at - 1];
        if (before === undefined) continue;
        expect(cents(row.openingBalance), row.uniqueKey).toBe(cents(before.balance));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('break down to the cent: the leaves of each account add up to its balance', async () => {
    const { view } = await past(usual);
    const rows = [...view.allRows('breakDownAnalysis')];
    const children = new Map<string, number>();
    for (const { parent, amount } of rows)
      if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + cents(amount));
    const parents = rows.filter(({ level }) => level === 'account' || level === 'class');
    expect(parents.length).toBeGreaterThan(20);
    expect(parents.filter(({ uniqueKey, amount }) => children.get(uniqueKey) !== cents(amount))).toEqual([]);
  });
});

const cents = (rand: number): number => Math.round(rand * 100);

describe('simulating the past', { timeout: 120_000 }, () => {
  it('produces the same market for the same seed and time, and another market for another seed', async () => {
    const [first, again, other] = [
      await simulatedPast(usual, { days: 1 }),
      await simulatedPast(usual, { days: 1 }),
      await simulatedPast(usual, { days: 1, seed: 2 }),
    ];
    expect(again.venue.stateHash()).toBe(first.venue.stateHash());
    expect(other.venue.stateHash()).not.toBe(first.venue.stateHash());
  });
});
