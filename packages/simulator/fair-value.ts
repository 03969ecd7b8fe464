// The value of an option, a delta, a split or a spread that the option writer quotes around: for an option Black-76 on the
// middle price of its future, for a delta its volatility, for a pair the difference of its legs' middle prices. The
// volatility of each series drifts a little.
import { black76Price } from '@openpit/pricing';
import type { ContractBooks } from '@openpit/projections';
import { middlePrice } from './best-prices.ts';
import { limitMarginTicks } from './fair-price.ts';
import type { Random } from './random.ts';
import type { QuotedContract, QuotedPackage, SimulatedOption } from './simulated-market.ts';

/** Standard deviation of a step of a series' volatility and its largest drift, in hundredths of a percent. */
const driftStep = 4;
const maxDrift = 150;

export class FairValue {
  readonly #futures: ReadonlyMap<string, QuotedContract>;
  readonly #books: ContractBooks;
  /** By the future of the series: difference from the marked volatility, in hundredths of a percent. */
  readonly #drifts = new Map<string, number>();

  constructor(futures: readonly QuotedContract[], books: ContractBooks) {
    this.#futures = new Map(futures.map((future) => [future.contract, future]));
    this.#books = books;
  }

  /** Cents, for a delta hundredths of a percent, not rounded; undefined if a future is not traded. */
  of(quotedPackage: QuotedPackage): number | undefined {
    if (quotedPackage.kind === 'pair') {
      const [plus, minus] = [this.#forward(quotedPackage.legs.plus), this.#forward(quotedPackage.legs.minus)];
      return plus === undefined || minus === undefined ? undefined : plus - minus;
    }
    const volatility =
      quotedPackage.option.volatility + (this.#drifts.get(quotedPackage.option.underlying) ?? 0);
    return quotedPackage.kind === 'delta' ? volatility : this.premium(quotedPackage.option, volatility);
  }

  /** Cents at this volatility, in hundredths of a percent; undefined if the future is not traded. */
  premium({ underlying, type, strike, years }: SimulatedOption, volatility: number): number | undefined {
    const forward = this.#forward(underlying);
    if (forward === undefined) return undefined;
    return black76Price({ type, forward, strike, years, volatility: volatility / 10_000 });
  }

  /** The distance of an option's strike from its future, as a share of the future's price; 0 for a pair. */
  distanceFromMoney(quotedPackage: QuotedPackage): number {
    if (quotedPackage.kind === 'pair') return 0;
    const { underlying, strike } = quotedPackage.option;
    const forward = this.#forward(underlying) ?? strike;
    return Math.abs(strike - forward) / forward;
  }

  /** True if a future that it depends on is too near a daily limit to quote. */
  isAtLimit(quotedPackage: QuotedPackage): boolean {
    const futures =
      quotedPackage.kind === 'pair'
        ? [quotedPackage.legs.plus, quotedPackage.legs.minus]
        : [quotedPackage.option.underlying];
    return futures.some((contract) => {
      const future = this.#futures.get(contract);
      const forward = this.#forward(contract);
      if (future === undefined || forward === undefined) return true;
      if (future.limits === null) return false;
      // Half of the market maker's margin, so that its random walk does not remove the quotes.
      const margin = (limitMarginTicks / 2) * future.tick;
      return forward < future.limits.low + margin || forward > future.limits.high - margin;
    });
  }

  /** Moves the volatility that it is valued at by a random step. */
  driftVolatility(quotedPackage: QuotedPackage, random: Random): void {
    if (quotedPackage.kind === 'pair') return;
    const { underlying } = quotedPackage.option;
    const moved = (this.#drifts.get(underlying) ?? 0) + random.normal() * driftStep;
    this.#drifts.set(underlying, Math.min(Math.max(moved, -maxDrift), maxDrift));
  }

  #forward(contract: string): number | undefined {
    const future = this.#futures.get(contract);
    return future && (middlePrice(this.#books, contract) ?? future.start);
  }
}
