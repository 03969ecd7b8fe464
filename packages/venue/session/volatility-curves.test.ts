import { describe, expect, it } from 'vitest';
import { cents, lots, volatility } from '../kernel/units.ts';
import { marketOfAllTypes, Trial } from '../testing/small-market.ts';

const future = 'MAR27 WMAZ';
const call = 'MAR27 WMAZ 4060 C';
const at = (sigma: number) => ({ price: cents(0), volatility: volatility(sigma), reference: cents(406_000) });

function dealt(trial: Trial, contract: string, sigma: number, quantity: number): void {
  const order = { contract, lots: lots(quantity), ...at(sigma) };
  trial.order('denise', { ...order, side: 'S' });
  trial.order('abdul', order);
}

const curveOf = (trial: Trial, contract = future) =>
  trial.venue.snapshot().market?.contracts.find((one) => one.contract === contract)?.curve;
const marks = (trial: Trial) =>
  new Map(
    trial
      .operate({ kind: 'endDay' })
      .events.flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []))
      .map((mark) => [mark.contract, mark]),
  );

describe('the volatility at the money', () => {
  it('is at the end of a day what was dealt in options and deltas, by lots, and marks all options on the future', () => {
    const trial = Trial.opened(marketOfAllTypes);
    expect(curveOf(trial)?.atTheMoney).toBe(2_700);
    dealt(trial, `${call} D`, 2_600, 10);
    dealt(trial, 'MAR27 WMAZ 4060 P D', 3_000, 30);
    const found = marks(trial);
    // (2,600 × 10 + 3,000 × 30) / 40; the hedges have not moved the future.
    expect(curveOf(trial)).toEqual({ atTheMoney: 2_900, skewBelow: 50, skewAbove: 30 });
    expect(found.get(future)?.mtm).toBe(406_000);
    dealt(trial, `${call} D`, 3_100, 10);
    expect(marks(trial).get(call)).toMatchObject({ volatility: 3_100, method: 'volatility' });
    expect(curveOf(trial)).toEqual({ atTheMoney: 3_100, skewBelow: 50, skewAbove: 30 });
    expect(curveOf(trial, 'DEC26 WMAZ')?.atTheMoney).toBe(2_500);
  });

  it('is that of a strike less its skew, and the skew stays', () => {
    const trial = Trial.opened(marketOfAllTypes);
    // R60 below and R40 above the future: 30 and 12 hundredths of a percent more.
    dealt(trial, 'MAR27 WMAZ 4000 P D', 2_930, 5);
    dealt(trial, 'MAR27 WMAZ 4100 C D', 2_912, 5);
    const found = marks(trial);
    expect(curveOf(trial)?.atTheMoney).toBe(2_900);
    expect(found.get('MAR27 WMAZ 4000 P')?.volatility).toBe(2_930);
    expect(found.get('MAR27 WMAZ 4100 C')?.volatility).toBe(2_912);
  });

  it('follows options that were dealt at a premium, at the future as it stood', () => {
    const trial = Trial.opened(marketOfAllTypes);
    dealt(trial, call, 2_900, 10);
    trial.order('denise', { contract: future, side: 'S', price: cents(410_000), lots: lots(1) });
    trial.order('abdul', { contract: future, price: cents(410_000), lots: lots(1) });
    marks(trial);
    expect(curveOf(trial)?.atTheMoney).toBeGreaterThan(2_897);
    expect(curveOf(trial)?.atTheMoney).toBeLessThan(2_903);
  });

  it('stays as it was where too little was dealt, or was cancelled', () => {
    const trial = Trial.opened(marketOfAllTypes);
    dealt(trial, call, 3_100, 9);
    dealt(trial, `${call} D`, 3_100, 5);
    trial.operate({ kind: 'cancelDeal', matchSeq: 2, reason: 'typed wrong' });
    marks(trial);
    expect(curveOf(trial)?.atTheMoney).toBe(2_700);
  });

  it('is kept over a restart, also for a strike that comes afterwards, and told with the next mark', () => {
    const trial = Trial.opened(marketOfAllTypes);
    dealt(trial, `${call} D`, 3_100, 20);
    marks(trial);
    const before = trial.venue.stateHash();
    trial.restart();
    expect(trial.venue.stateHash()).toBe(before);
    const { events } = trial.by('abdul', {
      kind: 'addStrike',
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike: cents(408_000),
    });
    const [added] = events.flatMap((event) => (event.kind === 'strikeAdded' ? event.contracts : []));
    // R20 above the future.
    expect(added).toMatchObject({ contract: 'MAR27 WMAZ 4080 C', volatility: 3_106 });
  });
});
