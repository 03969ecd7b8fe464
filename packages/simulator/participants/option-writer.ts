// An option writer: quotes near options in volatility, both ways, a few deltas, and splits and spreads at their difference, one
// contract a step, so that the disk is left in peace. Now and then somebody else takes what it shows.
import {
  type Cents,
  type Command,
  cents,
  type Floor,
  lots,
  type Outcome,
  type Volatility,
  volatility,
} from '@openpit/venue';
import type { Participant, QuotedPackage } from '../quoted-contract.ts';
import type { Random } from '../random.ts';
import type { Tape } from '../tape.ts';

/** Share of the steps in which the taker deals with what was quoted. */
const takingShare = 0.12;
/** Share of the steps that go to options, and to deltas; the rest is for pairs. */
const optionShare = 0.7;
const deltaShare = 0.1;
/** Hundredths of a percent that the belief about a volatility moves in a step, and how far it may stray. */
const volatilityStep = 12;
const volatilityRoom = 250;
const quietLots = { least: 2, most: 12 } as const;

interface Quoting {
  readonly contract: QuotedPackage;
  /** How far the belief is off where it began. */
  drift: number;
}

export class OptionWriter {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #taker: Participant;
  readonly #random: Random;
  readonly #tape: Tape;
  readonly #quoted: Readonly<Record<QuotedPackage['kind'], readonly Quoting[]>>;
  /** Own open orders by contract. */
  readonly #open = new Map<string, Set<number>>();
  readonly #contractOf = new Map<number, string>();

  constructor(
    floor: Floor,
    { self, taker }: { readonly self: Participant; readonly taker: Participant },
    market: { readonly packages: readonly QuotedPackage[]; readonly random: Random; readonly tape: Tape },
  ) {
    this.#floor = floor;
    this.#self = self;
    this.#taker = taker;
    this.#random = market.random;
    this.#tape = market.tape;
    const of = (kind: QuotedPackage['kind']) =>
      market.packages.filter((one) => one.kind === kind).map((contract) => ({ contract, drift: 0 }));
    this.#quoted = { option: of('option'), delta: of('delta'), pair: of('pair') };
  }

  readonly watch = ({ events }: Outcome): void => {
    for (const event of events)
      if (event.kind === 'orderAccepted' && event.owner.userId === this.#self.userId) {
        this.#contractOf.set(event.activeOrderSeq, event.contract);
        const open = this.#open.get(event.contract) ?? new Set<number>();
        this.#open.set(event.contract, open.add(event.activeOrderSeq));
      } else if (
        event.kind === 'orderFilled' ||
        event.kind === 'orderDeleted' ||
        event.kind === 'orderExpired' ||
        event.kind === 'orderKilled'
      ) {
        const contract = this.#contractOf.get(event.activeOrderSeq);
        this.#contractOf.delete(event.activeOrderSeq);
        if (contract !== undefined) this.#open.get(contract)?.delete(event.activeOrderSeq);
      }
  };

  /** Takes the old quote of one contract away and puts up a new one. */
  async step(): Promise<void> {
    const share = this.#random.share();
    const kind = share < optionShare ? 'option' : share < optionShare + deltaShare ? 'delta' : 'pair';
    const one = this.#random.pick(this.#quoted[kind]);
    if (one === undefined) return;
    for (const activeOrderSeq of [...(this.#open.get(one.contract.contract) ?? [])])
      await this.#send(this.#self, { kind: 'deleteActiveOrder', activeOrderSeq });
    const { bid, offer } = one.contract.kind === 'pair' ? this.#difference(one) : this.#volatilities(one);
    const { contract } = one.contract;
    const { principal } = this.#self;
    const account = { capacity: 'P', principal, subAccount: null, ref: '' } as const;
    const sized = (side: Asked) => ({ lots: this.#lots(), ...side });
    const quote = { contract, bid: sized(bid), offer: sized(offer), cancelOther: false, ...account };
    await this.#send(this.#self, { kind: 'insertDoubleOrder', ...quote });
    if (this.#random.chance(takingShare)) await this.#take(contract, { bid, offer });
  }

  #volatilities(one: Quoting): Quote {
    const moved = one.drift + Math.round(this.#random.bell() * volatilityStep);
    one.drift = Math.min(Math.max(moved, -volatilityRoom), volatilityRoom);
    const fair = one.contract.fair + one.drift;
    const half = this.#random.between(40, 90);
    const asked = (sigma: number): Asked => ({
      price: cents(0),
      volatility: volatility(Math.max(sigma, 100)),
    });
    return { bid: asked(fair - half), offer: asked(fair + half) };
  }

  /** Around where the legs have dealt. */
  #difference({ contract: { legs, fair, tick } }: Quoting): Quote {
    const [plus, minus] =
      legs === null ? [null, null] : [this.#tape.last(legs.plus), this.#tape.last(legs.minus)];
    const middle = plus === null || minus === null ? fair : plus - minus;
    const half = this.#random.between(2, 6);
    const asked = (ticks: number): Asked => ({
      price: cents((Math.round(middle / tick) + ticks) * tick + 0),
    });
    return { bid: asked(-half), offer: asked(half) };
  }

  async #take(contract: string, { bid, offer }: Quote): Promise<void> {
    const buys = this.#random.chance(0.5);
    const { principal } = this.#taker;
    const account = { capacity: 'P', principal, subAccount: null, ref: '' } as const;
    const side = buys ? ({ side: 'B', ...offer } as const) : ({ side: 'S', ...bid } as const);
    const terms = { contract, type: 'Tok', lots: this.#lots(), ...side } as const;
    await this.#send(this.#taker, { kind: 'insertOrder', ...terms, ...account });
  }

  #lots() {
    return lots(this.#random.between(quietLots.least, quietLots.most));
  }

  async #send({ userId }: Participant, command: Command): Promise<void> {
    await this.#floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
  }
}

interface Asked {
  readonly price: Cents;
  readonly volatility?: Volatility;
}
interface Quote {
  readonly bid: Asked;
  readonly offer: Asked;
}
