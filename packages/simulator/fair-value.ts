// What an option, a delta, a split or a spread should be worth now: an option by Black-76 on the middle of its future's market,
// a delta its volatility, a pair the difference of its legs' middles. The volatility of a series wanders a little.
import { black76Price } from '@openpit/pricing';
import { limitMarginTicks } from './fair-price.ts';
import type { QuotedContract, QuotedPackage } from './quoted-contract.ts';
import type { Random } from './random.ts';
import type { TopOfBook } from './top-of-book.ts';

/** Hundredths of a percent that the belief about a series' volatility moves, and how far it may stray. */
const driftStep = 4;
const driftRoom = 150;

export class FairValue {
  readonly #futures: ReadonlyMap<string, QuotedContract>;
  readonly #top: TopOfBook;
  /** By the future of the series, in hundredths of a percent off the mark. */
  readonly #drifts = new Map<string, number>();

  constructor(futures: readonly QuotedContract[], top: TopOfBook) {
    this.#futures = new Map(futures.map((future) => [future.contract, future]));
    this.#top = top;
  }

  /** Cents, of a delta hundredths of a percent, on no tick; undefined where a future is not dealt. */
  of(one: QuotedPackage): number | undefined {
    if (one.kind === 'pair') {
      const [plus, minus] = [this.#forward(one.legs.plus), this.#forward(one.legs.minus)];
      return plus === undefined || minus === undefined ? undefined : plus - minus;
    }
    const { underlying, type, strike, years } = one.option;
    const volatility = one.option.volatility + (this.#drifts.get(underlying) ?? 0);
    if (one.kind === 'delta') return volatility;
    const forward = this.#forward(underlying);
    if (forward === undefined) return undefined;
    return black76Price({ type, forward, strike, years, volatility: volatility / 10_000 });
  }

  /** Whether a future behind it stands so near a limit of the day that nobody should quote on it. */
  isAtLimit(one: QuotedPackage): boolean {
    const behind = one.kind === 'pair' ? [one.legs.plus, one.legs.minus] : [one.option.underlying];
    return behind.some((contract) => {
      const future = this.#futures.get(contract);
      const forward = this.#forward(contract);
      if (future === undefined || forward === undefined) return true;
      if (future.limits === null) return false;
      // Half of what a market maker keeps free, so that its own wandering does not take the quotes away.
      const margin = (limitMarginTicks / 2) * future.tick;
      return forward < future.limits.low + margin || forward > future.limits.high - margin;
    });
  }

  /** The belief about the volatility behind it moves a little. */
  move(one: QuotedPackage, random: Random): void {
    if (one.kind === 'pair') return;
    const { underlying } = one.option;
    const moved = (this.#drifts.get(underlying) ?? 0) + random.bell() * driftStep;
    this.#drifts.set(underlying, Math.min(Math.max(moved, -driftRoom), driftRoom));
  }

  #forward(contract: string): number | undefined {
    const future = this.#futures.get(contract);
    return future && (this.#top.middle(contract) ?? future.start);
  }
}
