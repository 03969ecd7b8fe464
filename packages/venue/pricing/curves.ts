// The volatility curves of the series of options (market/options.md, Option MTM), by the number of the series.
import type { OptionTerms } from '../contracts/contract.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import { mustExist } from '../kernel/assert.ts';
import type { LimitsState } from '../limits/limits.ts';
import type { MtmPrices } from '../prices/prices-module.ts';

export type SavedCurves = readonly (readonly [number, VolatilityCurve])[];

/** The curve of an option's series, from the market or from a valuation. */
interface SeriesCurves {
  of(option: Pick<OptionTerms, 'series' | 'underlying'>): VolatilityCurve;
}

export class Curves implements SeriesCurves {
  readonly #bySeries = new Map<number, VolatilityCurve>();

  of({ series, underlying }: Pick<OptionTerms, 'series' | 'underlying'>): VolatilityCurve {
    // Before rules 12 all series on a future had one curve.
    const curve = this.#bySeries.get(series) ?? this.#bySeries.get(underlying.index);
    return mustExist(curve, `${underlying.name} has options but no volatility curve`);
  }

  has(series: number): boolean {
    return this.#bySeries.has(series);
  }

  set(series: number, curve: VolatilityCurve): void {
    this.#bySeries.set(series, curve);
  }

  save(): SavedCurves {
    return Array.from(this.#bySeries, ([series, curve]) => [series, { ...curve }] as const);
  }

  static load(saved: SavedCurves): Curves {
    const curves = new Curves();
    for (const [series, curve] of saved) curves.#bySeries.set(series, { ...curve });
    return curves;
  }
}

/** The prices and volatilities that value contracts. */
export interface ValuedAt {
  readonly prices: MtmPrices;
  readonly curves: SeriesCurves;
}

export interface PricingState extends LimitsState {
  readonly curves: Curves;
}
