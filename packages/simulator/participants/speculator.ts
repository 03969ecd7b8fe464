// A speculator who follows: buys what has been dealing higher, sells what has been dealing lower, and gets out when the move is
// over. Now and then it takes what is quoted in an option, a delta, a split or a spread. It only takes (TOK), never rests, never
// pays more than the quote it saw, and holds little.
import { type Cents, type Command, cents, type Floor, lots, type Side, volatility } from '@openpit/venue';
import { OwnOrders } from '../own-orders.ts';
import type { HeldPosition, Participant, QuotedPackage } from '../quoted-contract.ts';
import type { Random } from '../random.ts';
import type { Tape } from '../tape.ts';
import type { TopOfBook } from '../top-of-book.ts';

/** What it will hold either way in a contract. */
export const speculatorLimit = 40;
const maxLots = 6;
/** Contracts that it looks at before it follows the one that moves most. */
const looksAt = 4;

export class Speculator {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #tape: Tape;
  readonly #own: OwnOrders;
  /** One order at a time: two on their way at once could together take it through its limit. */
  #isBusy = false;

  constructor(
    floor: Floor,
    self: Participant,
    market: { readonly held: readonly HeldPosition[]; readonly random: Random; readonly tape: Tape },
  ) {
    this.#floor = floor;
    this.#self = self;
    this.#random = market.random;
    this.#tape = market.tape;
    const held = market.held.filter(({ userId }) => userId === self.userId);
    this.#own = new OwnOrders(
      self.userId,
      held.map(({ contract, net }) => [contract, net] as const),
    );
  }

  readonly watch = (outcome: Parameters<OwnOrders['apply']>[0]): void => this.#own.apply(outcome);

  /** Follows the one that moves most among a few futures. */
  async step(): Promise<void> {
    const names = this.#tape.contracts();
    const looked = Array.from({ length: looksAt }, () => this.#random.pick(names)).filter(
      (name) => name !== undefined,
    );
    const [contract] = looked.sort(
      (a, b) => Math.abs(this.#tape.momentum(b)) - Math.abs(this.#tape.momentum(a)),
    );
    if (contract === undefined) return;
    const side = this.#side(contract);
    const price = this.#tape.quote(contract, side === 'B' ? 'S' : 'B');
    const room = this.#room(contract, side);
    if (price !== undefined) await this.#take(contract, { side, price }, room);
  }

  /** Takes the best that is quoted on a side of an option, a delta or a pair, as far as each position behind it has room. */
  async takeQuote(one: QuotedPackage, { random, top }: { readonly random: Random; readonly top: TopOfBook }) {
    const side: Side = random.chance(0.5) ? 'B' : 'S';
    const best = top.best(one.contract, side === 'B' ? 'S' : 'B');
    if (best === undefined) return;
    const price = one.kind === 'delta' ? { price: cents(0), volatility: volatility(best) } : { price: best };
    const room = positionsBehind(one).map(({ contract, lots: each }) =>
      // Which way a leg goes depends on the package; it has room when it has room either way.
      Math.floor(Math.min(this.#room(contract, 'B'), this.#room(contract, 'S')) / each),
    );
    await this.#take(one.contract, { side, ...price }, Math.min(...room));
  }

  async #take(
    contract: string,
    price: {
      readonly side: Side;
      readonly price: Cents;
      readonly volatility?: ReturnType<typeof volatility>;
    },
    room: number,
  ): Promise<void> {
    if (room <= 0 || this.#isBusy) return;
    const { userId, principal } = this.#self;
    const quantity = lots(Math.min(room, this.#random.between(1, maxLots)));
    const account = { capacity: 'P', principal, subAccount: null, ref: '' } as const;
    const command: Command = {
      kind: 'insertOrder',
      contract,
      type: 'Tok',
      lots: quantity,
      ...price,
      ...account,
    };
    this.#isBusy = true;
    try {
      await this.#floor.submit({ by: { kind: 'user', userId }, requestId: null, command });
    } finally {
      this.#isBusy = false;
    }
  }

  #room(contract: string, side: Side): number {
    return speculatorLimit - (side === 'B' ? this.#own.net(contract) : -this.#own.net(contract));
  }

  /** With the move; against it what it holds is closed; and where nothing moves, by the toss of a coin. */
  #side(contract: string): Side {
    const momentum = this.#tape.momentum(contract);
    if (momentum !== 0) return momentum > 0 ? 'B' : 'S';
    const net = this.#own.net(contract);
    if (net !== 0) return net > 0 ? 'S' : 'B';
    return this.#random.chance(0.5) ? 'B' : 'S';
  }
}

/** The positions that a deal in it changes, and by how many lots at most for each of its own. */
function positionsBehind(
  one: QuotedPackage,
): readonly { readonly contract: string; readonly lots: number }[] {
  if (one.kind === 'option') return [{ contract: one.contract, lots: 1 }];
  if (one.kind === 'delta')
    return [
      { contract: one.outright, lots: 1 },
      { contract: one.option.underlying, lots: 1 },
    ];
  const { plus, minus, plusLots, minusLots } = one.legs;
  return [
    { contract: plus, lots: plusLots },
    { contract: minus, lots: minusLots },
  ];
}
