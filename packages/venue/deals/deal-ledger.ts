// The business day's deals and unmatched deals. A ledger, because what may be done with a deal depends on what has become of it,
// and positions follow the deals that stand.
import type { Cents, EpochMs, Lots } from '../kernel/units.ts';
import { copyOf, type Deal, isStanding } from './deal.ts';
import { countsForMarket } from './deal-origin.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** Whose position a deal counts for. */
export interface DealAccountKey {
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
}

/** The match of a split, a spread or a delta in its own book: nothing is held of it but the deals that it printed. */
export interface PackageDeal {
  readonly linkedGroup: number;
  readonly matchSeq: number;
  readonly contract: string;
  readonly price: Cents;
  readonly lots: Lots;
  readonly dealtAt: EpochMs;
  isCancelled: boolean;
}

export interface DealLedgerSnapshot {
  readonly deals: readonly Deal[];
  readonly packages: readonly PackageDeal[];
  readonly unmatched: readonly UnmatchedDeal[];
  readonly nextLinkedGroup: number;
  readonly nextUnmatchedSeq: number;
}

export class DealLedger {
  readonly #deals = new Map<number, Deal>();
  /** By contract and member, which never change on a deal: positions are folded anew from few deals, and not from the whole day's. */
  readonly #byContract = new Map<string, Map<string, Deal[]>>();
  /** By their group. */
  readonly #packages = new Map<number, PackageDeal>();
  /** By the number of either side. */
  readonly #unmatched = new Map<number, UnmatchedDeal>();
  #nextLinkedGroup = 1;
  #nextUnmatchedSeq = 1;

  add(deal: Deal): void {
    this.#deals.set(deal.dealSeq, deal);
    this.#of(deal.contract, deal.owner.member).push(deal);
  }

  /** A deal of today, whatever has become of it. */
  deal(dealSeq: number): Deal | undefined {
    return this.#deals.get(dealSeq);
  }

  /** The deals of an account in a contract from which its position comes, as they were dealt. */
  standing({ member, principal, subAccount }: DealAccountKey, contract: string): Deal[] {
    return this.#of(contract, member)
      .filter(
        (deal) =>
          deal.owner.principal === principal && deal.owner.subAccount === subAccount && isStanding(deal),
      )
      .sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);
  }

  /** All deals of today with this number of a match, whatever has become of them, or of the package that it is or belongs to. */
  ofMatch(matchSeq: number): Deal[] {
    const all = [...this.#deals.values()];
    const own = all.filter((deal) => deal.matchSeq === matchSeq);
    const whole = [...this.#packages.values()].find((one) => one.matchSeq === matchSeq);
    const group = own[0]?.linkedGroup ?? whole?.linkedGroup ?? null;
    return group === null ? own : all.filter((deal) => deal.linkedGroup === group);
  }

  /** What books have matched in a contract and nobody has cancelled, by its buyer's side, as it was dealt; whatever members made of it. */
  matchedIn(contract: string): Deal[] {
    return [...this.#deals.values()].filter(
      (deal) =>
        deal.contract === contract && deal.side === 'B' && deal.isMatched && deal.state !== 'Cancelled',
    );
  }

  /** What books have matched in options and nobody has cancelled, by its buyer's side, also what deltas printed. */
  inOptions(): Deal[] {
    return [...this.#deals.values()].filter(
      (deal) => deal.option !== null && deal.side === 'B' && deal.isMatched && deal.state !== 'Cancelled',
    );
  }

  addPackage(whole: PackageDeal): void {
    this.#packages.set(whole.linkedGroup, whole);
  }

  /** The package of this group; undefined where the deals of a group are none. */
  packageOf(linkedGroup: number): PackageDeal | undefined {
    return this.#packages.get(linkedGroup);
  }

  /** The packages of a contract that nobody has cancelled, as they were dealt. */
  packagesIn(contract: string): PackageDeal[] {
    return [...this.#packages.values()].filter((one) => one.contract === contract && !one.isCancelled);
  }

  /** Of each contract the deals that count for the market, one for each match, whatever members made of it. */
  countingByContract(): Map<string, Deal[]> {
    const found = new Map<string, Deal[]>();
    for (const deal of this.#deals.values()) {
      const counts = deal.side === 'B' && deal.isMatched && countsForMarket[deal.origin];
      if (!counts || deal.state === 'Cancelled') continue;
      const list = found.get(deal.contract);
      if (list === undefined) found.set(deal.contract, [deal]);
      else list.push(deal);
    }
    return found;
  }

  /** The item under the number of either of its sides. */
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

  /** Two new numbers: the capturing member's and the addressed member's. */
  takeUnmatchedSeqs(): { ownSeq: number; theirSeq: number } {
    const ownSeq = this.#nextUnmatchedSeq;
    this.#nextUnmatchedSeq += 2;
    return { ownSeq, theirSeq: ownSeq + 1 };
  }

  takeLinkedGroup(): number {
    const group = this.#nextLinkedGroup;
    this.#nextLinkedGroup += 1;
    return group;
  }

  /** The day is over: its deals live on in the positions. */
  endDay(): void {
    this.#deals.clear();
    this.#byContract.clear();
    this.#packages.clear();
    this.#unmatched.clear();
  }

  snapshot(): DealLedgerSnapshot {
    return {
      deals: Array.from(this.#deals.values(), copyOf),
      packages: Array.from(this.#packages.values(), (whole) => ({ ...whole })),
      unmatched: this.#items(),
      nextLinkedGroup: this.#nextLinkedGroup,
      nextUnmatchedSeq: this.#nextUnmatchedSeq,
    };
  }

  static from(snapshot: DealLedgerSnapshot): DealLedger {
    const ledger = new DealLedger();
    for (const deal of snapshot.deals) ledger.add(copyOf(deal));
    for (const whole of snapshot.packages) ledger.addPackage({ ...whole });
    for (const item of snapshot.unmatched) ledger.put(item);
    ledger.#nextLinkedGroup = snapshot.nextLinkedGroup;
    ledger.#nextUnmatchedSeq = snapshot.nextUnmatchedSeq;
    return ledger;
  }

  #of(contract: string, member: string): Deal[] {
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
