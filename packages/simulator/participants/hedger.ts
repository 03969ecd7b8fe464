// A hedger: farmers sell what they will harvest, mills and feeders buy what they will need; which of them is in the market
// depends on the season. It works an amount off in slices, patiently, mostly waiting at the best price of its own side.
import { type Clock, type Floor, lots, type Side } from '@openpit/venue';
import { OwnOrders } from '../own-orders.ts';
import type { HeldPosition, Participant, QuotedContract } from '../quoted-contract.ts';
import type { Random } from '../random.ts';
import type { Tape } from '../tape.ts';

/** What it will hold either way in a contract; then it takes off half before it goes on. */
export const hedgerLimit = 120;
/** Contracts that it works in. */
const workedContracts = 16;
const minSlice = 1;
const maxSlice = 8;
/** Share of its slices that go to the other side's price instead of waiting. */
const hurry = 0.35;

/** Months (1 to 12) in which the harvest of an instrument comes to market. */
const harvest: Readonly<Record<string, readonly number[]>> = {
  WMAZ: [3, 4, 5, 6, 7],
  YMAZ: [3, 4, 5, 6, 7],
  SORG: [3, 4, 5, 6],
  SUNS: [3, 4, 5, 6],
  SOYA: [3, 4, 5, 6],
  WEAT: [10, 11, 12, 1],
};

export class Hedger {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #tape: Tape;
  readonly #clock: Clock;
  readonly #own: OwnOrders;
  readonly #contracts: readonly QuotedContract[];
  /** Contracts in which it is taking off what it holds. */
  readonly #unwinding = new Set<string>();

  constructor(
    floor: Floor,
    self: Participant,
    market: {
      readonly contracts: readonly QuotedContract[];
      readonly held: readonly HeldPosition[];
      readonly random: Random;
      readonly tape: Tape;
      readonly clock: Clock;
    },
  ) {
    this.#floor = floor;
    this.#self = self;
    this.#random = market.random;
    this.#tape = market.tape;
    this.#clock = market.clock;
    const held = market.held.filter(({ userId }) => userId === self.userId);
    this.#own = new OwnOrders(
      self.userId,
      held.map(({ contract, net }) => [contract, net] as const),
    );
    this.#contracts = market.contracts.slice(0, workedContracts);
  }

  readonly watch = (outcome: Parameters<OwnOrders['apply']>[0]): void => this.#own.apply(outcome);

  async step(): Promise<void> {
    const contract = this.#random.pick(this.#contracts);
    if (contract === undefined) return;
    const name = contract.contract;
    const waiting = [...this.#own.in(name, 'B'), ...this.#own.in(name, 'S')][0];
    // One slice at a time: what waited in vain is taken away before the next one.
    if (waiting !== undefined) {
      const { activeOrderSeq } = waiting;
      await this.#send({ kind: 'deleteActiveOrder', activeOrderSeq });
      return;
    }
    const side = this.#side(contract);
    const room = hedgerLimit - (side === 'B' ? this.#own.net(name) : -this.#own.net(name));
    const isHurried = this.#random.chance(hurry);
    const price = this.#tape.quote(name, isHurried === (side === 'B') ? 'S' : 'B');
    if (price === undefined || room <= 0) return;
    await this.#send({
      kind: 'insertOrder',
      contract: name,
      side,
      type: isHurried ? 'Tok' : 'Normal',
      lots: lots(Math.min(room, this.#random.between(minSlice, maxSlice))),
      price,
      capacity: 'P',
      principal: this.#self.principal,
      subAccount: null,
      ref: '',
    });
  }

  #side({ contract, instrument }: QuotedContract): Side {
    const net = this.#own.net(contract);
    if (Math.abs(net) >= hedgerLimit) this.#unwinding.add(contract);
    if (Math.abs(net) <= hedgerLimit / 2) this.#unwinding.delete(contract);
    if (this.#unwinding.has(contract)) return net > 0 ? 'S' : 'B';
    return isHarvest(instrument, this.#clock.now()) ? 'S' : 'B';
  }

  async #send(command: Parameters<Floor['submit']>[0]['command']): Promise<void> {
    await this.#floor.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }
}

/** Whether the instrument's harvest comes to market at this time. */
export function isHarvest(instrument: string, at: number): boolean {
  return harvest[instrument]?.includes(new Date(at).getUTCMonth() + 1) ?? false;
}
