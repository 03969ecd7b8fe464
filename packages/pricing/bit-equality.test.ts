// A replay must give the same bits on every machine. The tests compare a hash over all bits of 16,000
// results, which is the same in V8 and in QuickJS, so that they detect a machine, an engine or a change
// that rounds one result differently. Change a hash only on purpose: with a new rule version of the venue,
// whose stored premiums were computed with the old version.
import { describe, expect, it } from 'vitest';
import {
  american,
  black76,
  exp,
  impliedVolatility,
  ln,
  normalDistribution,
  normalQuantile,
  scanMargin,
} from './index.ts';

/** FNV-1a over the bytes of the numbers, the more significant ones first. */
class BitHash {
  #hash = 0xcbf29ce484222325n;
  readonly #bytes = new DataView(new ArrayBuffer(8));

  add(...values: readonly number[]): void {
    for (const value of values) {
      this.#bytes.setFloat64(0, value);
      for (let index = 0; index < 8; index += 1) {
        this.#hash =
          ((this.#hash ^ BigInt(this.#bytes.getUint8(index))) * 0x100000001b3n) & 0xffffffffffffffffn;
      }
    }
  }

  get text(): string {
    return this.#hash.toString(16).padStart(16, '0');
  }
}

/** Evenly distributed numbers from 0 to 1: the fractional parts of multiples of the golden ratio. */
function* evenly(count: number): Generator<number> {
  for (let index = 1; index <= count; index += 1) yield (index * 0.6180339887498949) % 1;
}

describe('the same bits on every machine', () => {
  it('exp, ln, the normal distribution and its inverse', () => {
    const bits = new BitHash();
    for (const part of evenly(2000)) {
      bits.add(exp(1400 * part - 700), ln(part), normalDistribution(40 * part - 30), normalQuantile(part));
    }
    expect(bits.text).toBe('1b330c7f12bb1311');
  });

  it('prices, greeks and implied volatilities', () => {
    const bits = new BitHash();
    for (const part of evenly(1000)) {
      const option = {
        type: part < 0.5 ? 'call' : 'put',
        forward: 4000,
        strike: 3000 + 2000 * ((7 * part) % 1),
        years: 0.01 + ((3 * part) % 1),
        volatility: 0.05 + ((5 * part) % 1),
        rate: part < 0.3 ? 0.08 : 0,
      } as const;
      const value = black76(option);
      bits.add(value.price, value.delta, value.gamma, value.vega, value.theta, value.rho);
      const implied = impliedVolatility({ ...option, price: value.price });
      bits.add(implied.kind === 'found' ? implied.volatility : -1);
    }
    expect(bits.text).toBe('d058e468bb7c767c');
  });

  it('American values and the margin scan', () => {
    const bits = new BitHash();
    for (const part of evenly(60)) {
      const option = {
        type: part < 0.5 ? 'call' : 'put',
        strike: 3600 + 800 * part,
        years: 0.1 + part,
        volatility: 0.1 + 0.5 * part,
        lots: part < 0.4 ? -3 : 5,
      } as const;
      const value = american({ ...option, forward: 4000, rate: 0.0825 });
      bits.add(value.price, value.delta, value.gamma, value.vega, value.theta, value.rho);
      const scan = scanMargin({
        forward: 4000,
        initialMargin: 21_000,
        volatilityRange: 0.04,
        tons: 100,
        futures: 2,
        options: [option],
      });
      bits.add(scan.loss, scan.deltaLots, ...scan.scenarios.map((scenario) => scenario.loss));
    }
    expect(bits.text).toBe('f07fdad3be133b10');
  });
});
