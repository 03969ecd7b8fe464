import { describe, expect, it } from 'vitest';
import { cents, lots } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { Trial } from '../testing/small-market.ts';

const name = 'DEC26 WMAZ';
const minuteMs = 60_000;

function dealt(trial: Trial, quantity: number, price: number): void {
  trial.order('denise', { side: 'S', lots: lots(quantity), price: cents(price) });
  trial.order('abdul', { lots: lots(quantity), price: cents(price) });
}

const markIn = ({ events }: Outcome, contract = name) =>
  events
    .flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []))
    .find((mark) => mark.contract === contract);
const endDay = (trial: Trial) => markIn(trial.operate({ kind: 'endDay' }));
const phase = (trial: Trial, to: 'admin' | 'continuous') =>
  trial.operate({ kind: 'beginPhase', groups: ['other'], phase: to, dueAt: null, next: null, opensAt: null });

describe('the official MTM of a future', () => {
  it('is the average by volume of the last half hour where a hundred lots were dealt, to the nearest tick', () => {
    const trial = Trial.opened();
    dealt(trial, 90, 400_000);
    trial.pass(31 * minuteMs);
    dealt(trial, 60, 403_000);
    dealt(trial, 40, 403_520);
    // 403,208: the deals of an hour ago count no more.
    expect(endDay(trial)).toMatchObject({ mtm: 403_200, previous: 403_500, method: 'VWAP' });
  });

  it('is the last deal where less was dealt in the half hour, however much before', () => {
    const trial = Trial.opened();
    dealt(trial, 100, 403_000);
    trial.pass(31 * minuteMs);
    dealt(trial, 99, 403_520);
    expect(endDay(trial)).toMatchObject({ mtm: 403_520, method: 'last deal' });
  });

  it('moves to the closing bid above the last deal, or to the closing offer below it, and not between them', () => {
    const trial = Trial.opened();
    dealt(trial, 5, 403_500);
    trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    trial.order('denise', { side: 'S', lots: lots(1), price: cents(403_700) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_600, method: 'bid' });
    dealt(trial, 5, 403_800);
    trial.order('abdul', { lots: lots(1), price: cents(403_000) });
    trial.order('denise', { side: 'S', lots: lots(1), price: cents(403_200) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_200, method: 'offer' });
    dealt(trial, 5, 403_800);
    trial.order('abdul', { lots: lots(1), price: cents(403_700) });
    trial.order('denise', { side: 'S', lots: lots(1), price: cents(403_900) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_800, method: 'last deal' });
  });

  it('without a deal is the mark before it, tested by bid and offer in the same way', () => {
    const trial = Trial.opened();
    expect(endDay(trial)).toMatchObject({ mtm: 403_500, method: 'previous' });
    trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_600, method: 'bid' });
  });

  it('is the limit where the book ends locked at it with little trade', () => {
    const trial = Trial.opened();
    dealt(trial, 5, 403_500);
    trial.order('abdul', { lots: lots(50), price: cents(423_500) });
    expect(endDay(trial)).toMatchObject({ mtm: 423_500, method: 'limit' });
    dealt(trial, 5, 423_500);
    trial.order('denise', { side: 'S', lots: lots(50), price: cents(403_500) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_500, method: 'limit' });
  });

  it('follows deals up to the limits that were widened during the day', () => {
    const trial = Trial.opened();
    trial.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: cents(30_000) });
    dealt(trial, 100, 433_000);
    expect(endDay(trial)).toMatchObject({ mtm: 433_000, method: 'VWAP' });
  });

  it('takes bid, offer and half hour from the end of trading, not from what is left in the administration', () => {
    const trial = Trial.opened();
    dealt(trial, 100, 403_000);
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    phase(trial, 'admin');
    trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    trial.pass(120 * minuteMs);
    trial.restart();
    expect(endDay(trial)).toMatchObject({ mtm: 403_000, method: 'VWAP' });
  });

  it('forgets an end of trading after which trading went on', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    phase(trial, 'admin');
    phase(trial, 'continuous');
    trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    expect(endDay(trial)).toMatchObject({ mtm: 403_500, method: 'previous' });
  });

  it('leaves out a deal that was cancelled as an error, and takes its new price where it was given one', () => {
    const trial = Trial.opened();
    dealt(trial, 60, 403_000);
    dealt(trial, 60, 404_000);
    trial.operate({ kind: 'repriceDeal', matchSeq: 2, price: cents(403_200), reason: 'typed wrong' });
    expect(endDay(trial)).toMatchObject({ mtm: 403_100, method: 'VWAP' });
    dealt(trial, 60, 403_000);
    dealt(trial, 60, 404_000);
    trial.operate({ kind: 'cancelDeal', matchSeq: 3, reason: 'typed wrong' });
    expect(endDay(trial)).toMatchObject({ mtm: 404_000, method: 'last deal' });
  });
});
