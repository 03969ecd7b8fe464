// The option calculator's figures are the venue's own to the last digit: random options and deltas are entered into the real venue,
// by volatility and by premium, and the calculator's own functions read the same numbers.

import { commandOfBody } from '@openpit/market';
import { Projections } from '@openpit/projections';
import type { OrderAnswer } from '@openpit/venue';
import { marketOfAllTypes, RandomValues, rejectionOf, TestMarket } from '@openpit/venue/testing';
import type { MarketRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  emptyInput,
  impliedPercent,
  optionValue,
  parseFields,
  typeIn,
} from '../apps/web/panels/calculator/rules.ts';
import { formatPrice, setFormatLocale } from '../apps/web/ui/format.ts';

const isLong = process.env.OPENPIT_LONG === '1';
const orders = isLong ? 20_000 : 1_500;
const daysOfOrders = 3;
/** The number of accepted orders of each kind that must be compared. */
const comparedAtLeast = 100;
const tick = 0.2;

const contracts = ['MAR27 WMAZ 4000', 'MAR27 WMAZ 4060', 'MAR27 WMAZ 4100', 'DEC26 WMAZ 4040'] as const;

type Entry = 'option by volatility' | 'delta by volatility' | 'delta by premium';

class CalculatorRun {
  readonly market = TestMarket.opened(marketOfAllTypes);
  readonly projections = new Projections();
  readonly compared = new Map<Entry, number>();
  #applied = 0;

  row(contract: string): MarketRow {
    for (const outcome of this.market.outcomes.slice(this.#applied)) this.projections.apply(outcome);
    this.#applied = this.market.outcomes.length;
    const row = this.projections.market.current(contract);
    if (row === undefined) throw new Error(`${contract} is not listed`);
    return row;
  }

  /** Enters an order and compares the venue's results with the calculator's results. */
  enter(random: RandomValues): void {
    const entry = random.pick(['option by volatility', 'delta by volatility', 'delta by premium'] as const);
    const type = random.pick(['call', 'put'] as const);
    const option = `${random.pick(contracts)} ${type === 'call' ? 'C' : 'P'}`;
    const contract = entry === 'option by volatility' ? option : `${option} D`;
    const { underlying = '', daysToExpiry = 0, contractDisplay } = this.row(contract);
    const { limitLow, limitHigh, mtm } = this.row(underlying);
    const steps = (price: number | null) => Math.round((price ?? mtm ?? 0) / tick);
    const forward = (random.between(steps(limitLow), steps(limitHigh)) * 20) / 100;
    const asked =
      entry === 'delta by premium'
        ? { price: (random.between(1, 4_000) * 20) / 100 }
        : { volatility: random.between(100, 20_000) / 100 };
    const { command, requestId } = commandOfBody('insertOrder', {
      requestId: `c-${this.market.journal.length}`,
      ...{ contract, side: 'B', qty: 1, type: 0, reference: forward, ...asked },
      ...{ capacity: 'P', principal: 'KAND', ref: '' },
    });
    const outcome = this.market.by('abdul', command, requestId);
    const terms = { forward, strike: contractDisplay.strike, days: daysToExpiry, rate: 0, tick };
    const percent = asked.volatility ?? null;
    const implied =
      percent === null
        ? impliedPercent(type, terms, asked.price ?? 0)
        : ({ kind: 'found', volatility: percent } as const);
    const context = `${contract} on ${forward} at ${JSON.stringify(asked)}, ${daysToExpiry} days`;
    const code = rejectionOf(outcome);
    if (code === 'premiumWithoutVolatility') expect(implied.kind, context).not.toBe('found');
    else expect(implied.kind, context).toBe('found');
    if (implied.kind !== 'found') return;
    const value = optionValue(type, terms, implied.volatility);
    if (code === 'premiumBelowTick') expect(value.premium, context).toBe(0);
    else if (code === 'volatilityOutsideLimits')
      expect(implied.volatility < 1 || implied.volatility > 200, context).toBe(true);
    else {
      expect(code, context).toBeNull();
      const { pricing } = orderAnswer(outcome);
      expect(Math.round(implied.volatility * 100), context).toBe(pricing?.volatility);
      expect(value.delta, context).toBe(pricing?.delta);
      // By premium, the order keeps the premium that was given.
      if (percent !== null) expect(Math.round(value.premium * 100), context).toBe(pricing?.premium);
      this.compared.set(entry, (this.compared.get(entry) ?? 0) + 1);
    }
  }
}

function orderAnswer({ verdict }: ReturnType<TestMarket['by']>): OrderAnswer {
  if (verdict.kind === 'accepted' && verdict.answer?.kind === 'order') return verdict.answer;
  throw new Error('the order was not accepted');
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the figures of the option calculator', () => {
  it('[PANEL-13] are those that the venue computes for random options and deltas, by volatility and by premium', () => {
    const run = new CalculatorRun();
    const random = new RandomValues(13);
    for (let day = 0; day < daysOfOrders; day += 1) {
      for (let order = 0; order < orders / daysOfOrders; order += 1) run.enter(random);
      run.market.operate({ kind: 'endDay' });
    }
    for (const entry of ['option by volatility', 'delta by volatility', 'delta by premium'] as const)
      expect(run.compared.get(entry) ?? 0, entry).toBeGreaterThanOrEqual(comparedAtLeast);
  });

  it('[PANEL-13] are the MTM of the call and the put while no field was typed in, and the volatility of the MTM again from its premium', () => {
    const run = new CalculatorRun();
    for (const option of contracts) {
      const [call, put] = [run.row(`${option} C`), run.row(`${option} P`)];
      const facts = {
        forward: call.reference ?? null,
        strike: call.contractDisplay.strike,
        days: call.daysToExpiry ?? null,
        volatility: call.mtmVol ?? null,
        lots: 1,
        tick,
        decimals: 2,
      };
      const { calculation } = parseFields(emptyInput, facts, { basis: 'NACC' });
      expect(calculation?.call.premium, option).toBe(call.mtm);
      expect(calculation?.put.premium, option).toBe(put.mtm);
      expect(Math.round((calculation?.call.delta ?? 0) * 10_000), option).toBe(
        Math.round((call.delta ?? 0) * 10_000),
      );
      const typed = typeIn(emptyInput, 'put', formatPrice(put.mtm, 2));
      const back = parseFields(typed, facts, { basis: 'NACC' }).calculation;
      // A tick of the premium is worth so little volatility.
      expect(Math.abs((back?.volatility ?? 0) - (call.mtmVol ?? 0)), option).toBeLessThan(0.05);
      expect(back?.put.premium, option).toBe(put.mtm);
    }
  });
});
