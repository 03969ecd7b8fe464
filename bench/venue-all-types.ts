// The venue on a fixed mix over contracts of all types: futures, options by premium and by volatility, deltas, splits and spreads, with
// cancels, suspensions and reductions. The same columns as the venue bench, so that the two can be laid side by side.
import { Projections } from '@openpit/projections';
import { Random } from '@openpit/simulator';
import {
  type Actor,
  type Command,
  type ContractListing,
  cents,
  epochMs,
  type InsertOrder,
  lots,
  type Outcome,
  permissionFlags,
  type ReferenceData,
  type SequencedCommand,
  Venue,
  volatility,
} from '@openpit/venue';
import { printTable } from './table.ts';

const commands = 200_000;
const passes = 3;
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
      tick: cents(20),
      settlement: 'physical' as const,
      dailyLimit: cents(40_000),
      initialMargin: cents(2_000_000),
      strikes: { near: cents(2_000), far: cents(10_000), nearSteps: 20 },
    })),
    futures: each.flatMap((at) =>
      months.map((one) => ({
        instrument: code('IN', at),
        ...month(one),
        displaySeq: at * monthsEach + one + 1,
        mtm: cents(400_000),
        openInterest: 0,
      })),
    ),
    options: each.map((at) => ({
      instrument: code('IN', at),
      ...month(monthsEach - 1),
      displaySeq: 1_000 + at * 20,
      strikes: [-2, -1, 0, 1, 2].map((step) => cents(400_000 + step * 10_000)),
      curve: { atTheMoney: volatility(2_500), skewBelow: volatility(50), skewAbove: volatility(30) },
    })),
    splits: each.flatMap((at) =>
      months.slice(1).map((one) => ({
        instrument: code('IN', at),
        near: month(one - 1),
        far: month(one),
        displaySeq: 2_000 + at * monthsEach + one,
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

class AllTypesMix {
  readonly #random: Random;
  readonly #contracts: ContractListing[] = [];
  readonly #futures: ContractListing[] = [];
  /** Open orders as far as known: number and dealer. */
  readonly #open: [number, number][] = [];
  #seq = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  opening(): SequencedCommand[] {
    const operator = { kind: 'operator' } as const;
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
        this.#futures.push(...event.contracts.filter(({ contractType }) => contractType === 1));
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
    // Half in futures, half in all others alike.
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
    if (listing?.underlying === undefined) return { price: cents(mtm + away * 20) };
    if (listing.contractType === 5 || this.#random.chance(0.5))
      return { price: cents(0), volatility: volatility((listing.volatility ?? 2_500) + away * 10) };
    return { price: cents(Math.max(mtm + away * 100, 20)) };
  }

  #put(actor: Actor, command: Command): SequencedCommand {
    this.#seq += 1;
    const at = epochMs(1_795_000_000_000 + this.#seq);
    return { seq: this.#seq, at, by: actor, requestId: null, command };
  }
}

const by = (dealer: number): Actor => ({ kind: 'user', userId: `u${dealer}` });

export async function run(): Promise<void> {
  const counts = { rejected: 0, deals: 0 };
  const stream = recorded(counts);
  const rows: (string | number)[][] = [];
  const measure = (name: string, work: () => void) => {
    let best = 0;
    for (let pass = 0; pass < passes; pass += 1) {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      best = Math.max(best, (stream.length / (user + system)) * 1e6);
    }
    rows.push([name, Math.round(best)]);
  };
  measure('venue alone', () => {
    const venue = new Venue();
    for (const command of stream) venue.handle(command);
  });
  measure('venue and projections', () => {
    const venue = new Venue();
    const projections = new Projections();
    for (const command of stream) projections.apply(venue.handle(command));
  });
  measure('live: also a tick of market rows each 500 commands, and commands and outcomes as JSON', () => {
    const venue = new Venue();
    const projections = new Projections();
    for (const command of stream) {
      JSON.stringify(command);
      const outcome = venue.handle(command);
      projections.apply(outcome);
      if (command.seq % 500 === 0) projections.market.takeChanges();
      JSON.stringify(outcome);
    }
  });
  const share = `${((counts.rejected / stream.length) * 100).toFixed(1)} %`;
  printTable(
    `Venue with all contract types, ${stream.length.toLocaleString('en-GB')} commands (${share} rejected, ${counts.deals.toLocaleString('en-GB')} deals), best of ${passes}`,
    ['what', 'commands / CPU-s'],
    rows,
  );
}

/** The commands of the mix, made once: they depend on what came of those before. */
function recorded(counts: { rejected: number; deals: number }): SequencedCommand[] {
  const mix = new AllTypesMix(42);
  const venue = new Venue();
  const stream = mix.opening();
  for (const command of stream) mix.learn(venue.handle(command));
  while (stream.length < commands) {
    const command = mix.next();
    stream.push(command);
    const outcome = venue.handle(command);
    if (outcome.verdict.kind === 'rejected') counts.rejected += 1;
    for (const { kind } of outcome.events) if (kind === 'dealMade') counts.deals += 1;
    mix.learn(outcome);
  }
  return stream;
}
