// The business day's deals and unmatched deals. A ledger, because what may be done with a deal depends on its state, and
// positions follow from the deals that stand.
import type { EpochMs, Lots, Price } from '../kernel/units.ts';
import type { MarginsState } from '../margins/margins-module.ts';
import type { Account } from '../positions/position-ledger.ts';
import { copyOf, type Deal, isStanding } from './deal.ts';
import { countsForMarket } from './deal-origin.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** The match of a split, a spread or a delta in its own book. Nothing is held of it but the deals that it printed. */
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
  readonly deals: readonly Deal[];
  readonly packages: readonly PackageDeal[];
  readonly unmatched: readonly UnmatchedDeal[];
  readonly nextDealSeq: number;
  readonly nextMatchSeq: number;
  readonly nextLinkedGroup: number;
  readonly nextUnmatchedSeq: number;
}

export class DealLedger {
  readonly #deals = new Map<number, Deal>();
  /** By contract and member, which never change on a deal: a position is computed again from few deals. */
  readonly #byContract = new Map<string, Map<string, Deal[]>>();
  /** By linked group. */
  readonly #packages = new Map<number, PackageDeal>();
  /** By the number of either side. */
  readonly #unmatched = new Map<number, UnmatchedDeal>();
  #nextDealSeq = 1;
  #nextMatchSeq = 1;
  #nextLinkedGroup = 1;
  #nextUnmatchedSeq = 1;

  add(deal: Deal): void {
    this.#deals.set(deal.dealSeq, deal);
    this.#dealsOf(deal.contract, deal.owner.member).push(deal);
  }

  /** A deal of today in any state. */
  deal(dealSeq: number): Deal | undefined {
    return this.#deals.get(dealSeq);
  }

  /** All deals of today in any state, in the order of their numbers. */
  all(): IterableIterator<Deal> {
    return this.#deals.values();
  }

  /** The deals of today in a contract, in any state. */
  *in(contract: string): Generator<Deal> {
    for (const deals of this.#byContract.get(contract)?.values() ?? []) yield* deals;
  }

  /** The deals that make up an account's position in a contract, in the order in which they were dealt. */
  standing({ member, principal, subAccount }: Account, contract: string): Deal[] {
    return this.#dealsOf(contract, member)
      .filter(
        (deal) =>
          deal.owner.principal === principal && deal.owner.subAccount === subAccount && isStanding(deal),
      )
      .sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);
  }

  /** All of today's deals of a match, in any state; of a package, or of a deal that belongs to one, all of the package. */
  ofMatch(matchSeq: number): Deal[] {
    const all = [...this.#deals.values()];
    const own = all.filter((deal) => deal.matchSeq === matchSeq);
    const whole = [...this.#packages.values()].find((one) => one.matchSeq === matchSeq);
    const group = own[0]?.linkedGroup ?? whole?.linkedGroup ?? null;
    return group === null ? own : all.filter((deal) => deal.linkedGroup === group);
  }

  /** What the book of a contract has matched and nobody has cancelled: the buyer's sides, whatever members made of them. */
  matchedIn(contract: string): Deal[] {
    return [...this.#deals.values()].filter((deal) => deal.contract === contract && isUncancelledBuy(deal));
  }

  /** The same for an option, deals printed by deltas included. */
  *matchedInOption(contract: string): Generator<Deal & { readonly option: NonNullable<Deal['option']> }> {
    for (const deal of this.in(contract)) if (hasOption(deal) && isUncancelledBuy(deal)) yield deal;
  }

  /** The deals in a contract that count for the market, one for each match, in the order in which they were dealt. */
  countingIn(contract: string): Deal[] {
    const counting = [...this.in(contract)].filter(
      (deal) => isUncancelledBuy(deal) && countsForMarket[deal.origin],
    );
    return counting.sort((one, other) => one.dealSeq - other.dealSeq);
  }

  addPackage(whole: PackageDeal): void {
    this.#packages.set(whole.linkedGroup, whole);
  }

  /** Undefined where the deals of a group are not a package. */
  packageOf(linkedGroup: number): PackageDeal | undefined {
    return this.#packages.get(linkedGroup);
  }

  /** The packages of a contract that nobody has cancelled, in the order in which they were dealt. */
  packagesIn(contract: string): PackageDeal[] {
    return [...this.#packages.values()].filter((one) => one.contract === contract && !one.isCancelled);
  }

  /** The item with this number, which is that of either of its sides. */
  unmatched(unmatchedSeq: number): UnmatchedDeal | undefined {
    return this.#unmatched.get(unmatchedSeq);
  }

  /** Items that nobody has accepted yet, in the order in which they were captured. */
  waiting(): UnmatchedDeal[] {
    return this.#items().filter(({ state }) => state === 'Waiting');
  }

  /** Keeps an item, new or changed. */
  put(item: UnmatchedDeal): void {
    this.#unmatched.set(item.ownSeq, item);
    this.#unmatched.set(item.theirSeq, item);
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

  /** Two new numbers: the capturing member's and the addressed member's. */
  takeUnmatchedSeqs(): { ownSeq: number; theirSeq: number } {
    const ownSeq = this.#nextUnmatchedSeq;
    this.#nextUnmatchedSeq += 2;
    return { ownSeq, theirSeq: ownSeq + 1 };
  }

  /** The day is over: its deals live on in the positions. */
  clear(): void {
    this.#deals.clear();
    this.#byContract.clear();
    this.#packages.clear();
    this.#unmatched.clear();
  }

  save(): SavedDeals {
    return {
      deals: Array.from(this.#deals.values(), copyOf),
      packages: Array.from(this.#packages.values(), (whole) => ({ ...whole })),
      unmatched: this.#items(),
      nextDealSeq: this.#nextDealSeq,
      nextMatchSeq: this.#nextMatchSeq,
      nextLinkedGroup: this.#nextLinkedGroup,
      nextUnmatchedSeq: this.#nextUnmatchedSeq,
    };
  }

  static load(saved: SavedDeals): DealLedger {
    const ledger = new DealLedger();
    for (const deal of saved.deals) ledger.add(copyOf(deal));
    for (const whole of saved.packages) ledger.addPackage({ ...whole });
    for (const item of saved.unmatched) ledger.put(item);
    ledger.#nextDealSeq = saved.nextDealSeq;
    ledger.#nextMatchSeq = saved.nextMatchSeq;
    ledger.#nextLinkedGroup = saved.nextLinkedGroup;
    ledger.#nextUnmatchedSeq = saved.nextUnmatchedSeq;
    return ledger;
  }

  #dealsOf(contract: string, member: string): Deal[] {
    let members = this.#byContract.get(contract);
    if (members === undefined) {
      members = new Map();
      this.#byContract.set(contract, members);
    }
    let deals = members.get(member);
    if (deals === undefined) {
      deals = [];
      members.set(member, deals);
    }
    return deals;
  }

  #items(): UnmatchedDeal[] {
    return [...this.#unmatched].filter(([seq, { ownSeq }]) => seq === ownSeq).map(([, item]) => item);
  }
}

export interface DealsState extends MarginsState {
  readonly deals: DealLedger;
}

const hasOption = (deal: Deal): deal is Deal & { readonly option: NonNullable<Deal['option']> } =>
  deal.option !== null;

const isUncancelledBuy = ({ side, isMatched, state }: Deal): boolean =>
  side === 'B' && isMatched && state !== 'Cancelled';
