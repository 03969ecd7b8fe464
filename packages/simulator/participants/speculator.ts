// A speculator who follows: buys what has been dealing higher, sells what has been dealing lower, and gets out when the move is
// over. It only takes (TOK), never rests, never pays more than the quote it saw, and holds little.
import { type Floor, lots, type Side } from '@openpit/venue';
import { OwnOrders } from '../own-orders.ts';
import type { HeldPosition, Participant } from '../quoted-contract.ts';
import type { Random } from '../random.ts';
import type { Tape } from '../tape.ts';

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
    const room = speculatorLimit - (side === 'B' ? this.#own.net(contract) : -this.#own.net(contract));
    if (price === undefined || room <= 0) return;
    await this.#floor.submit({
      by: { kind: 'user', userId: this.#self.userId },
      requestId: null,
      command: {
        kind: 'insertOrder',
        contract,
        side,
        type: 'Tok',
        lots: lots(Math.min(room, this.#random.between(1, maxLots))),
        price,
        capacity: 'P',
        principal: this.#self.principal,
        subAccount: null,
        ref: '',
      },
    });
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
