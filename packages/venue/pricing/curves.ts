// The volatility curves of the futures with listed options (market/options.md, Option MTM), by the future's index.
import type { Contract } from '../contracts/contract.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { LimitsState } from '../limits/limits.ts';
import type { MtmPrices } from '../prices/prices-module.ts';

export type SavedCurves = readonly (readonly [number, VolatilityCurve])[];

/** The curve of each future, from the market or from a valuation; null for a future without options. */
export interface FutureCurves {
  of(future: Pick<Contract, 'index'>): VolatilityCurve | null;
}

export class Curves implements FutureCurves {
  readonly #byIndex = new Map<number, VolatilityCurve>();

  /** `null` for a future without options. */
  of({ index }: Pick<Contract, 'index'>): VolatilityCurve | null {
    return this.#byIndex.get(index) ?? null;
  }

  set({ index }: Pick<Contract, 'index'>, curve: VolatilityCurve): void {
    this.#byIndex.set(index, curve);
  }

  save(): SavedCurves {
    return Array.from(this.#byIndex, ([index, curve]) => [index, { ...curve }] as const);
  }

  static load(saved: SavedCurves): Curves {
    const curves = new Curves();
    for (const [index, curve] of saved) curves.#byIndex.set(index, { ...curve });
    return curves;
  }
}

/** The prices and volatilities that value contracts. */
export interface ValuedAt {
  readonly prices: MtmPrices;
  readonly curves: FutureCurves;
}

export interface PricingState extends LimitsState {
  readonly curves: Curves;
}
