// A speculator: now and then takes a few lots from the best quote that it has seen, so that contracts deal and prices have
// a last. It only takes (TOK), never rests, and never pays more than the quote it saw.
import { type Cents, type Floor, lots, type Outcome, type Side } from '@openpit/venue';
import type { Participant } from '../quoted-contract.ts';
import type { Random } from '../random.ts';

export class Speculator {
  readonly #floor: Floor;
  readonly #self: Participant;
  readonly #random: Random;
  /** By contract, the newest quote seen on each side. */
  readonly #seen = new Map<string, Partial<Record<Side, Cents>>>();
  readonly #stopWatching: () => void;

  constructor(floor: Floor, self: Participant, random: Random) {
    this.#floor = floor;
    this.#self = self;
    this.#random = random;
    this.#stopWatching = floor.onOutcome((outcome) => this.#watch(outcome));
  }

  async step(): Promise<void> {
    const [contract, quotes] = this.#random.pick([...this.#seen]) ?? [];
    const side = this.#random.chance(0.5) ? 'B' : 'S';
    const price = quotes?.[side === 'B' ? 'S' : 'B'];
    if (contract === undefined || price === undefined) return;
    await this.#floor.submit({
      by: { kind: 'user', userId: this.#self.userId },
      requestId: null,
      command: {
        kind: 'insertOrder',
        contract,
        side,
        type: 'Tok',
        lots: lots(this.#random.between(1, 6)),
        price,
        capacity: 'P',
        principal: this.#self.principal,
        subAccount: null,
        ref: '',
      },
    });
  }

  stop(): void {
    this.#stopWatching();
  }

  #watch({ events }: Outcome): void {
    for (const event of events)
      if (event.kind === 'orderRested')
        this.#seen.set(event.contract, { ...this.#seen.get(event.contract), [event.side]: event.price });
  }
}
