// A seeded mix of commands in futures: half inserts, a third cancels and suspends; the others resubmit, reduce and amend. About
// a twentieth is rejected. 200 contracts, 40 members with two dealers each.
import { Random } from '@openpit/simulator';
import {
  type Actor,
  asMoney,
  asPrice,
  type Command,
  epochMs,
  lots,
  type Outcome,
  type PermissionFlag,
  type Price,
  type ReferenceData,
  type SequencedCommand,
  type Side,
} from '@openpit/venue';
import type { CommandMix } from './recorded-stream.ts';

const contracts = 200;
const members = 40;
const instruments = 20;
/** Probability that a dealer knows that an order was filled before acting on it. */
const knownFills = 0.7;
export const dealerFlags: readonly PermissionFlag[] = [
  'insertOrderOrDouble',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'resubmitActiveOrder',
  'reduceActiveOrder',
  'editSuspendOrder',
];

const code = (prefix: string, at: number) => `${prefix}${String(at).padStart(2, '0')}`;

/** Members `MB00` on, with two dealers each, `D00` on; each dealer has a client, `C00` on. */
export function futuresReferenceData(): ReferenceData {
  const months = Array.from({ length: contracts / instruments }, (_, at) => ({
    year: 2027 + Math.floor(at / 12),
    month: (at % 12) + 1,
  }));
  return {
    market: { name: 'Bench', disclosesMembers: true, selfMatch: 'reject' },
    holidays: [],
    instruments: Array.from({ length: instruments }, (_, at) => ({
      code: code('IN', at),
      name: `Instrument ${at}`,
      tonsPerContract: 100,
      tick: asPrice(20),
      settlement: 'physical' as const,
      dailyLimit: asPrice(40_000),
      initialMargin: asMoney(2_000_000),
    })),
    futures: Array.from({ length: instruments }, (_, instrument) =>
      months.map((month, at) => ({
        instrument: code('IN', instrument),
        ...month,
        displaySeq: instrument * months.length + at + 1,
        mtm: asPrice(400_000),
        openInterest: 1000,
      })),
    ).flat(),
    members: Array.from({ length: members }, (_, at) => ({
      code: code('MB', at),
      name: `Member ${at}`,
      active: true,
      branches: ['A'],
    })),
    dealers: Array.from({ length: members * 2 }, (_, at) => ({
      code: code('D', at),
      member: code('MB', at >> 1),
      branch: 'A',
      name: `Dealer ${at}`,
    })),
    clients: Array.from({ length: members * 2 }, (_, at) => ({
      code: code('C', at),
      member: code('MB', at >> 1),
      name: '',
      active: true,
    })),
  };
}

/** An order of this dealer; one in fifty is outside the daily limits. */
export function randomOrder(random: Random, contracts: readonly string[], dealer: number, ref = ''): Command {
  const side = random.chance(0.5) ? 'B' : 'S';
  const isClient = random.chance(0.4);
  return {
    kind: 'insertOrder',
    contract: random.pick(contracts) ?? '',
    side,
    type: random.chance(0.9) ? 'Normal' : random.chance(0.5) ? 'Tok' : 'Fok',
    lots: lots(random.between(1, 40)),
    price: random.chance(0.02) ? asPrice(500_000) : randomPrice(random, side),
    capacity: isClient ? 'A' : 'P',
    principal: isClient ? code('C', dealer) : code('MB', dealer >> 1),
    subAccount: null,
    ref,
  };
}

export function randomPrice(random: Random, side: Side): Price {
  const away = random.between(-3, 40);
  return asPrice(400_000 + (side === 'B' ? -away : away) * 20);
}

/** Generates the next command from the outcomes so far: orders are cancelled by the numbers that the venue has given. */
export class FuturesMix implements CommandMix {
  readonly #random: Random;
  readonly #contracts: string[] = [];
  /** Number and dealer of the known active and suspended orders. */
  readonly #active: [number, number][] = [];
  readonly #suspended: [number, number][] = [];
  /** Dealers mostly know about these and do not act on them. */
  readonly #filled = new Set<number>();
  #seq = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  opening(): SequencedCommand[] {
    const operator = { kind: 'operator', operatorId: 'bench' } as const;
    const data = futuresReferenceData();
    const commands = [
      this.#sequenced(operator, { kind: 'openMarket', businessDay: '2026-11-18', referenceData: data }),
    ];
    for (const [at, { member, code: dealer }] of data.dealers.entries()) {
      commands.push(this.#sequenced(operator, { kind: 'registerUser', userId: `u${at}`, member, dealer }));
      commands.push(
        this.#sequenced(operator, { kind: 'grantPermissions', userId: `u${at}`, flags: dealerFlags }),
      );
      commands.push(this.#sequenced(by(at), { kind: 'setOwnMaxOrderQuantity', maxLots: lots(1000) }));
    }
    return commands;
  }

  /** Learns from an outcome which orders there are. */
  learn({ events, by: sender }: Outcome): void {
    for (const event of events)
      if (event.kind === 'marketOpened')
        this.#contracts.push(...event.contracts.map(({ contract }) => contract));
      else if (event.kind === 'orderRested' && sender.kind === 'user')
        this.#active.push([event.activeOrderSeq, Number(event.member.slice(2)) * 2]);
      else if (event.kind === 'orderFilled') this.#filled.add(event.activeOrderSeq);
      else if (event.kind === 'orderSuspended')
        this.#suspended.push([event.activeOrderSeq, Number(event.member.slice(2)) * 2]);
  }

  next(): SequencedCommand {
    const random = this.#random;
    const share = random.share();
    if (share < 0.53 || this.#active.length < 2000) return this.#insert();
    if (share < 0.76) return this.#onTaken(this.#active, 'deleteActiveOrder');
    if (share < 0.87) return this.#onTaken(this.#active, 'suspendActiveOrder');
    if (share < 0.93 && this.#suspended.length > 0)
      return this.#onTaken(this.#suspended, 'resubmitActiveOrder');
    const [activeOrderSeq, dealer] = random.pick(this.#active) ?? [1, 0];
    if (share < 0.965)
      return this.#sequenced(by(dealer), { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(1) });
    const change = { price: randomPrice(this.#random, 'B'), lots: null, principal: null, capacity: null };
    return this.#sequenced(by(dealer), { kind: 'amendActiveOrder', activeOrderSeq, change });
  }

  #insert(): SequencedCommand {
    const dealer = this.#random.between(0, members * 2 - 1);
    return this.#sequenced(by(dealer), randomOrder(this.#random, this.#contracts, dealer));
  }

  #onTaken(
    orders: [number, number][],
    kind: 'deleteActiveOrder' | 'suspendActiveOrder' | 'resubmitActiveOrder',
  ): SequencedCommand {
    const [activeOrderSeq, dealer] = this.#taken(orders);
    if (this.#filled.has(activeOrderSeq) && this.#random.chance(knownFills))
      return this.#onTaken(orders, kind);
    return this.#sequenced(by(dealer), { kind, activeOrderSeq });
  }

  #taken(orders: [number, number][]): [number, number] {
    const at = this.#random.between(0, orders.length - 1);
    const order = orders[at] ?? [1, 0];
    const last = orders.pop();
    if (last !== undefined && at < orders.length) orders[at] = last;
    return order;
  }

  #sequenced(actor: Actor, command: Command): SequencedCommand {
    this.#seq += 1;
    return {
      seq: this.#seq,
      at: epochMs(1_795_000_000_000 + this.#seq),
      by: actor,
      requestId: null,
      command,
    };
  }
}

const by = (dealer: number): Actor => ({ kind: 'user', userId: `u${dealer}` });
