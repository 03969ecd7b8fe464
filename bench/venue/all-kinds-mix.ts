// A seeded mix of commands in contracts of all kinds: futures, options by premium and by volatility, deltas, splits and
// spreads, with cancels, suspensions and reductions. 40 members with a dealer each.
import { Random } from '@openpit/simulator';
import {
  type Actor,
  asMoney,
  asPrice,
  type Command,
  type ContractListing,
  epochMs,
  type InsertOrder,
  lots,
  type Outcome,
  permissionFlags,
  type ReferenceData,
  type SequencedCommand,
  volatility,
} from '@openpit/venue';
import type { CommandMix } from './recorded-stream.ts';

const instruments = 10;
const monthsEach = 8;
const members = 40;

const code = (prefix: string, at: number) => `${prefix}${String(at).padStart(2, '0')}`;
const month = (at: number) => ({ year: 2027, month: at + 1 });

/** 80 futures, 50 strikes of four contracts, 70 splits, 10 spreads. */
function referenceData(): ReferenceData {
  const each = Array.from({ length: instruments }, (_, at) => at);
  const months = Array.from({ length: monthsEach }, (_, at) => at);
  return {
    market: { name: 'Bench', disclosesMembers: true, selfMatch: 'reject' },
    holidays: [],
    instruments: each.map((at) => ({
      code: code('IN', at),
      name: `Instrument ${at}`,
      tonsPerContract: 100,
      tick: asPrice(20),
      settlement: 'physical' as const,
      dailyLimit: asPrice(40_000),
      initialMargin: asMoney(2_000_000),
      strikes: { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 20 },
    })),
    futures: each.flatMap((at) =>
      months.map((future) => ({
        instrument: code('IN', at),
        ...month(future),
        displaySeq: at * monthsEach + future + 1,
        mtm: asPrice(400_000),
        openInterest: 0,
      })),
    ),
    options: each.map((at) => ({
      instrument: code('IN', at),
      ...month(monthsEach - 1),
      displaySeq: 1_000 + at * 20,
      strikes: [-2, -1, 0, 1, 2].map((step) => asPrice(400_000 + step * 10_000)),
      curve: { atTheMoney: volatility(2_500), skewBelow: volatility(50), skewAbove: volatility(30) },
    })),
    splits: each.flatMap((at) =>
      months.slice(1).map((future) => ({
        instrument: code('IN', at),
        near: month(future - 1),
        far: month(future),
        displaySeq: 2_000 + at * monthsEach + future,
      })),
    ),
    spreads: each.map((at) => ({
      first: code('IN', at),
      second: code('IN', (at + 1) % instruments),
      ...month(3),
      displaySeq: 3_000 + at,
    })),
    members: Array.from({ length: members }, (_, at) => ({
      code: code('MB', at),
      name: `Member ${at}`,
      active: true,
      branches: ['A'],
    })),
    dealers: Array.from({ length: members }, (_, at) => ({
      code: code('D', at),
      member: code('MB', at),
      branch: 'A',
      name: `Dealer ${at}`,
    })),
    clients: [],
  };
}

export class AllKindsMix implements CommandMix {
  readonly #random: Random;
  readonly #contracts: ContractListing[] = [];
  readonly #futures: ContractListing[] = [];
  /** Number and dealer of the known open orders. */
  readonly #open: [number, number][] = [];
  #seq = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  opening(): SequencedCommand[] {
    const operator = { kind: 'operator', operatorId: 'bench' } as const;
    const data = referenceData();
    const all = [this.#put(operator, { kind: 'openMarket', businessDay: '2026-11-18', referenceData: data })];
    for (const [at, { member, code: dealer }] of data.dealers.entries()) {
      const userId = `u${at}`;
      all.push(this.#put(operator, { kind: 'registerUser', userId, member, dealer }));
      all.push(this.#put(operator, { kind: 'grantPermissions', userId, flags: [...permissionFlags] }));
      all.push(this.#put(by(at), { kind: 'setOwnMaxOrderQuantity', maxLots: lots(1000) }));
    }
    return all;
  }

  learn({ events }: Outcome): void {
    for (const event of events)
      if (event.kind === 'marketOpened') {
        this.#contracts.push(...event.contracts);
        this.#futures.push(...event.contracts.filter(({ kind }) => kind === 'future'));
      } else if (event.kind === 'orderRested')
        this.#open.push([event.activeOrderSeq, Number(event.member.slice(2))]);
  }

  next(): SequencedCommand {
    const random = this.#random;
    const share = random.share();
    if (share < 0.55 || this.#open.length < 2_000) return this.#insert();
    const at = random.between(0, this.#open.length - 1);
    const [activeOrderSeq, dealer] = this.#open[at] ?? [1, 0];
    if (share >= 0.95)
      return this.#put(by(dealer), { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(1) });
    const last = this.#open.pop();
    if (last !== undefined && at < this.#open.length) this.#open[at] = last;
    const kind = share < 0.8 ? 'deleteActiveOrder' : 'suspendActiveOrder';
    return this.#put(by(dealer), { kind, activeOrderSeq });
  }

  #insert(): SequencedCommand {
    const random = this.#random;
    const dealer = random.between(0, members - 1);
    // Half in futures, half in any contract.
    const listing = random.pick(random.chance(0.5) ? this.#futures : this.#contracts);
    const side = random.chance(0.5) ? 'B' : 'S';
    const away = random.between(-2, 12) * (side === 'B' ? -1 : 1);
    return this.#put(by(dealer), {
      kind: 'insertOrder',
      contract: listing?.contract ?? '',
      side,
      type: random.chance(0.9) ? 'Normal' : random.chance(0.5) ? 'Tok' : 'Fok',
      lots: lots(random.between(1, 40)),
      ...this.#price(listing, away),
      capacity: 'P',
      principal: code('MB', dealer),
      subAccount: null,
      ref: '',
    });
  }

  #price(listing: ContractListing | undefined, away: number): Pick<InsertOrder, 'price' | 'volatility'> {
    const mtm = listing?.mtm ?? 0;
    if (listing?.underlying === undefined) return { price: asPrice(mtm + away * 20) };
    if (listing.kind === 'delta' || this.#random.chance(0.5))
      return { volatility: volatility((listing.volatility ?? 2_500) + away * 10) };
    return { price: asPrice(Math.max(mtm + away * 100, 20)) };
  }

  #put(actor: Actor, command: Command): SequencedCommand {
    this.#seq += 1;
    const at = epochMs(1_795_000_000_000 + this.#seq);
    return { seq: this.#seq, at, by: actor, requestId: null, command };
  }
}

const by = (dealer: number): Actor => ({ kind: 'user', userId: `u${dealer}` });
