import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { american, black76, impliedVolatility } from './index.ts';
import { answerLine } from './price-line.ts';
import { many } from './testing/many.ts';

const call = { type: 'call', F: 4077, K: 4200, T: 84 / 365, vol: 0.28 };
const ask = (fields: object) =>
  JSON.parse(answerLine(JSON.stringify(fields), 7) ?? 'null') as Record<string, unknown>;

describe('a line with an option', () => {
  it('is answered with its undiscounted price and greeks, in this order', () => {
    const answer = answerLine(JSON.stringify(call), 1) ?? '';
    const { price, ...greeks } = black76({
      type: 'call',
      forward: 4077,
      strike: 4200,
      years: 84 / 365,
      volatility: 0.28,
    });
    expect(JSON.parse(answer)).toEqual({ price, ...greeks });
    expect(Object.keys(JSON.parse(answer))).toEqual(['price', 'delta', 'gamma', 'vega', 'theta', 'rho']);
    expect(price).toBeCloseTo(165.4989, 4);
    expect(greeks.vega).toBeCloseTo(771.06, 2);
    expect(greeks.theta).toBeLessThan(0);
    expect(answer).not.toContain('\n');
  });

  it('is answered with the value discounted by r', () => {
    expect(ask({ ...call, r: 0.08 }).price).toBeCloseTo(162.4798, 4);
    expect(ask({ ...call, r: 0 })).toEqual(ask(call));
  });

  it('is answered with the volatility if it has a price', () => {
    const implied = impliedVolatility({
      type: 'call',
      forward: 4077,
      strike: 4200,
      years: 84 / 365,
      price: 165.4,
    });
    expect(ask({ ...call, vol: undefined, price: 165.4 })).toEqual({
      vol: implied.kind === 'found' ? implied.volatility : undefined,
    });
    const { price } = ask({ ...call, r: 0.08 });
    expect(ask({ ...call, vol: undefined, price, r: 0.08 }).vol).toBeCloseTo(0.28, 13);
  });

  it('is answered with the American value if its style is american', () => {
    const option = {
      type: 'put',
      forward: 100,
      strike: 100,
      years: 1,
      volatility: 0.25,
      rate: 0.05,
    } as const;
    const put = { type: 'put', F: 100, K: 100, T: 1, vol: 0.25, r: 0.05 };
    expect(ask({ ...put, style: 'american' })).toEqual({ ...american(option) });
    expect(ask({ ...put, style: 'european' })).toEqual({ ...black76(option) });
    expect(Number(ask({ ...put, style: 'american' }).price) - Number(ask(put).price)).toBeCloseTo(
      0.1069527,
      6,
    );
    const { price } = ask({ ...put, style: 'american' });
    expect(ask({ ...put, vol: undefined, price, style: 'american' }).vol).toBeCloseTo(0.25, 8);
  });

  it('is answered with the intrinsic value at expiry', () => {
    expect(ask({ ...call, F: 4300, T: 0 })).toEqual({
      price: 100,
      delta: 1,
      gamma: 0,
      vega: 0,
      theta: 0,
      rho: 0,
    });
  });

  it('may have other fields, which are ignored', () => {
    expect(ask({ ...call, id: 'A1', note: { F: -1 } })).toEqual(ask(call));
  });

  it('has no answer when it is empty', () => {
    for (const empty of ['', '  ', '\r', '\t']) expect(answerLine(empty, 1)).toBeUndefined();
    expect(answerLine(`${JSON.stringify(call)}\r`, 1)).toBe(answerLine(JSON.stringify(call), 1));
  });
});

describe('an invalid line', () => {
  it.each<[path: string, fields: Record<string, unknown>, why: string]>([
    ['type', { type: 'straddle' }, 'call or put'],
    ['type', { type: undefined }, 'missing'],
    ['F', { F: -1 }, 'above 0'],
    ['F', { F: 0 }, 'above 0'],
    ['F', { F: '4077' }, '"4077" and must be a number'],
    ['F', { F: null }, 'null and must be a number'],
    ['K', { K: undefined }, 'missing'],
    ['K', { K: [4200] }, 'must be a number'],
    ['T', { T: -0.1 }, 'from 0'],
    ['vol', { vol: -0.28 }, 'from 0'],
    ['vol', { vol: undefined }, 'missing: give vol, or price'],
    ['vol', { price: 100 }, 'either vol or price'],
    ['r', { r: '8%' }, 'must be a number'],
    ['r', { r: -1e6 }, 'rate · years is at most 700'],
    ['r', { vol: undefined, price: 0, r: 1e6 }, 'rate · years is at most 700'],
    ['K', { vol: undefined, price: 1e-323, F: 1.5e-323, K: 1e300 }, 'within a factor of 1e+300'],
    ['vol', { F: 4200, vol: 1e-320 }, 'gamma is above the largest number'],
    ['style', { style: 'bermudan' }, 'european or american'],
    ['price', { vol: undefined, price: '100' }, 'must be a number'],
    ['price', { vol: undefined, price: 4077 }, 'no option reaches'],
    ['price', { vol: undefined, F: 4300, price: 99 }, 'below the intrinsic value 100'],
    ['price', { vol: undefined, price: -1 }, 'below the intrinsic value 0'],
    ['T', { vol: undefined, price: 100, T: 0 }, 'at expiry'],
  ])('is answered with an error at %s for %o', (path, wrong, why) => {
    const answer = ask({ ...call, ...wrong });
    expect(answer).toMatchObject({ path, line: 7 });
    expect(answer.error).toMatch(new RegExp(`^${path}: `));
    expect(answer.error).toContain(why);
    expect(Object.keys(answer)).toEqual(['error', 'path', 'line']);
  });

  it.each(['{"type":"call"', 'price please', '[1,2]', '42', 'null', '"call"'])(
    'is answered with an error when it is not an object: %s',
    (line) => {
      const answer = JSON.parse(answerLine(line, 3) ?? '') as Record<string, unknown>;
      expect(answer).toMatchObject({ path: '', line: 3 });
      expect(answer.error).toMatch(/^the line /);
    },
  );

  it('is answered either with numbers or with an error, for all inputs', () => {
    const any = fc.oneof(
      fc.double(),
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.double({ min: 1e-320, max: 1e-300, noNaN: true }),
      fc.constantFrom(0, 1, 100, 4000, 1e-300, 1e300, -1),
    );
    const seen = { answered: 0, rejected: 0 };
    fc.assert(
      fc.property(
        fc.record({ F: any, K: any, T: any }),
        fc.oneof(fc.record({ vol: any, r: any }), fc.record({ vol: any }), fc.record({ price: any })),
        fc.constantFrom('call', 'put'),
        fc.constantFrom('european', 'american'),
        (contract, rest, type, style) => {
          const answer = ask({ type, style, ...contract, ...rest });
          const isError = typeof answer.error === 'string';
          seen[isError ? 'rejected' : 'answered'] += 1;
          if (!isError) expect(Object.values(answer).every(Number.isFinite)).toBe(true);
        },
      ),
      { numRuns: 1500 * many },
    );
    expect(Math.min(seen.answered, seen.rejected)).toBeGreaterThan(200 * Math.min(1, many));
  });

  it('is answered with an error if a number is above the largest double', () => {
    const answer = JSON.parse(answerLine('{"type":"call","F":1e999,"K":1,"T":1,"vol":1}', 1) ?? '') as {
      path: string;
    };
    expect(answer.path).toBe('F');
  });
});
