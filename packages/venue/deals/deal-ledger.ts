// The business day's deals and unmatched deals. The ledger keeps their states, on which permitted actions depend, and positions
// follow from the deals that count.
import { type ChunkStore, chunksInMemory } from '../kernel/chunk-store.ts';
import { packedBytesOf } from '../kernel/long-list.ts';
import type { EpochMs, Lots, Price } from '../kernel/units.ts';
import type { MarginsState } from '../margins/margins-module.ts';
import type { Account } from '../positions/position-ledger.ts';
import { type Deal, isStanding } from './deal.ts';
import { countsForMarket } from './deal-origin.ts';
import { DealTable } from './deal-table.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** The match of a split, a spread or a delta in its own book. Accounts hold only the deals that it printed. */
export interface PackageDeal {
  readonly linkedGroup: number;
  readonly matchSeq: number;
  readonly contract: string;
  readonly price: Price;
  readonly lots: Lots;
  readonly dealtAt: EpochMs;
  isCancelled: boolean;
}

export interface SavedDeals {
  readonly deals: Iterable<Deal>;
  readonly packages: readonly PackageDeal[];
  readonly unmatched: readonly UnmatchedDeal[];
  readonly nextDealSeq: number;
  readonly nextMatchSeq: number;
  readonly nextLinkedGroup: number;
  readonly nextUnmatchedSeq: number;
}

export class DealLedger {
  readonly #deals: DealTable;
  /** By linked group. */
  readonly #packages = new Map<number, PackageDeal>();
  readonly #unmatched = new Map<number, UnmatchedDeal>();
  #nextDealSeq = 1;
  #nextMatchSeq = 1;
  #nextLinkedGroup = 1;
  #nextUnmatchedSeq = 1;

  constructor(store: ChunkStore = chunksInMemory) {
    this.#deals = new DealTable(store);
  }

  /** Returns the deal of the ledger, which is not the given object. */
  add(deal: Deal): Deal {
    return this.#deals.add(deal);
  }

  /** A deal of today in any state. */
  deal(dealSeq: number): Deal | undefined {
    return this.#deals.get(dealSeq);
  }

  /** All deals of today in any state, in the order of their numbers. */
  all(): Iterable<Deal> {
    return this.#deals.all();
  }

  /** The deals of today in a contract, in any state. */
  *in(contract: string): Generator<Deal> {
    for (const member of this.#deals.membersIn(contract)) yield* this.#deals.of(contract, member);
  }

  /** The deals that make up an account's position in a contract, in the order they were dealt. */
  standing({ member, principal, subAccount }: Account, contract: string): Deal[] {
    return this.#deals
      .of(contract, member)
      .filter((deal) => {
        const { owner } = deal;
        return owner.principal === principal && owner.subAccount === subAccount && isStanding(deal);
      })
      .sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);
  }

  /** Today's deals with this match number, in any state: its two sides, and derived deals that keep the number. */
  ofMatch(matchSeq: number): Deal[] {
    return this.#filter((deal) => deal.matchSeq === matchSeq);
  }

  /** The deals themselves and all uncancelled deals derived from them, ordered by number. */
  withDescendants(roots: readonly Deal[]): Deal[] {
    const numbers = new Set(roots.map(({ dealSeq }) => dealSeq));
    // A deal is always derived from deals with smaller numbers.
    return this.#filter((deal) => {
      const isDerived = !deal.isMatched && deal.madeOf.some((dealSeq) => numbers.has(dealSeq));
      const isMade = isDerived && deal.state !== 'Cancelled';
      if (isMade) numbers.add(deal.dealSeq);
      return numbers.has(deal.dealSeq);
    });
  }

  /** The numbers of the original deals from which this one was derived; null if one of them is unknown. */
  rootsOf({ madeOf, dealSeq: ownSeq }: Deal): ReadonlySet<number> | null {
    if (madeOf.length === 0) return new Set([ownSeq]);
    const all = new Set<number>();
    for (const dealSeq of madeOf) {
      const deal = this.#deals.get(dealSeq);
      const roots = deal === undefined ? null : this.rootsOf(deal);
      if (roots === null) return null;
      for (const root of roots) all.add(root);
    }
    return all;
  }

  /** The package with this match number, or the package that has printed the match. Its legs have the next numbers. */
  packageWith(matchSeq: number): PackageDeal | undefined {
    const at = (seq: number) =>
      [...this.#packages.values()].find((packageDeal) => packageDeal.matchSeq === seq);
    const [first] = this.ofMatch(matchSeq);
    if (first === undefined) return at(matchSeq);
    return isLeg(first) ? (at(matchSeq - 1) ?? at(matchSeq - 2)) : undefined;
  }

  /** The match numbers of the deals that a package has printed. */
  legsOf({ matchSeq }: PackageDeal): number[] {
    return [matchSeq + 1, matchSeq + 2].filter((seq) => this.ofMatch(seq).some(isLeg));
  }

  /** The matches of a contract's book that are not cancelled, each by the buyer's side, even if members have replaced that deal since. */
  matchedIn(contract: string): Deal[] {
    return this.#filter((deal) => isUncancelledBuy(deal) && deal.contract === contract);
  }

  /** The same for an option, deals printed by deltas included. */
  *matchedInOption(contract: string): Generator<Deal & { readonly option: NonNullable<Deal['option']> }> {
    for (const deal of this.in(contract)) if (hasOption(deal) && isUncancelledBuy(deal)) yield deal;
  }

  /** The deals in a contract that count for the market, one for each match, in the order they were dealt. */
  countingIn(contract: string): Deal[] {
    const counting = [...this.in(contract)].filter(
      (deal) => isUncancelledBuy(deal) && countsForMarket[deal.origin],
    );
    return counting.sort((a, b) => a.dealSeq - b.dealSeq);
  }

  addPackage(whole: PackageDeal): void {
    this.#packages.set(whole.linkedGroup, whole);
  }

  /** The packages of a contract that are not cancelled, in the order they were dealt. */
  packagesIn(contract: string): PackageDeal[] {
    return [...this.#packages.values()].filter(
      (packageDeal) => packageDeal.contract === contract && !packageDeal.isCancelled,
    );
  }

  unmatched(unmatchedSeq: number): UnmatchedDeal | undefined {
    return this.#unmatched.get(unmatchedSeq);
  }

  /** Pending items, in the order they were reported. */
  waiting(): UnmatchedDeal[] {
    return this.#items().filter(({ state }) => state === 'Waiting');
  }

  /** Stores a new or changed item. */
  put(item: UnmatchedDeal): void {
    this.#unmatched.set(item.unmatchedSeq, item);
  }

  takeDealSeq(): number {
    return this.#nextDealSeq++;
  }

  takeMatchSeq(): number {
    return this.#nextMatchSeq++;
  }

  takeLinkedGroup(): number {
    return this.#nextLinkedGroup++;
  }

  takeUnmatchedSeq(): number {
    return this.#nextUnmatchedSeq++;
  }

  /** Clears the ledger at the end of the day. The deals live on in the positions. */
  clear(): void {
    this.#deals.clear();
    this.#packages.clear();
    this.#unmatched.clear();
  }

  save(): SavedDeals {
    return {
      deals: this.#deals.save(),
      packages: Array.from(this.#packages.values(), (whole) => ({ ...whole })),
      unmatched: this.#items(),
      nextDealSeq: this.#nextDealSeq,
      nextMatchSeq: this.#nextMatchSeq,
      nextLinkedGroup: this.#nextLinkedGroup,
      nextUnmatchedSeq: this.#nextUnmatchedSeq,
    };
  }

  static load(saved: SavedDeals, store: ChunkStore): DealLedger {
    const ledger = new DealLedger(store);
    const packed = packedBytesOf(saved.deals);
    if (packed !== null) ledger.#deals.load(packed);
    else for (const deal of saved.deals) ledger.add(deal);
    for (const whole of saved.packages) ledger.addPackage({ ...whole });
    for (const item of saved.unmatched) ledger.put(item);
    ledger.#nextDealSeq = saved.nextDealSeq;
    ledger.#nextMatchSeq = saved.nextMatchSeq;
    ledger.#nextLinkedGroup = saved.nextLinkedGroup;
    ledger.#nextUnmatchedSeq = saved.nextUnmatchedSeq;
    return ledger;
  }

  /** The deals of today that fulfil a condition, in the order of their numbers. */
  #filter(isWanted: (deal: Deal) => boolean): Deal[] {
    const wanted: Deal[] = [];
    for (const deal of this.#deals.all()) if (isWanted(deal)) wanted.push(deal);
    return wanted;
  }

  #items(): UnmatchedDeal[] {
    return [...this.#unmatched.values()];
  }
}

export interface DealsState extends MarginsState {
  readonly deals: DealLedger;
}

const hasOption = (deal: Deal): deal is Deal & { readonly option: NonNullable<Deal['option']> } =>
  deal.option !== null;

const legOrigins: ReadonlySet<Deal['origin']> = new Set(['split', 'spread', 'delta']);
/** True if a package has printed the deal. */
const isLeg = ({ origin, isMatched }: Deal): boolean => isMatched && legOrigins.has(origin);

const isUncancelledBuy = ({ side, isMatched, state }: Deal): boolean =>
  side === 'B' && isMatched && state !== 'Cancelled';
