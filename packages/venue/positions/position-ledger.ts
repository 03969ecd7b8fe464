// The positions of all accounts. A ledger and not a projection, because whether an order is taken can depend on it: an
// account may have a limit.
import type { DealSide } from '../events.ts';
import { type Cents, type Lots, lots, type Side } from '../kernel/units.ts';
import { addDeal, addDealOfValue, beginDayAgain, type Position, rollPosition } from './position.ts';

export interface PositionLedgerSnapshot {
  readonly positions: readonly Position[];
  readonly nextPositionSeq: number;
  readonly limits: readonly (readonly [string, Lots])[];
}

interface Account {
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
}

export class PositionLedger {
  readonly #positions = new Map<string, Position>();
  /** By principal, the most lots that it may hold either way in a contract. */
  readonly #limits = new Map<string, Lots>();
  #nextPositionSeq = 1;

  /** Books one side of a deal; returns the position as it is then. */
  book(
    deal: { readonly contract: string; readonly side: Side; readonly lots: Lots; readonly price: Cents },
    { owner }: Pick<DealSide, 'owner'>,
  ): Position {
    const position = this.#of(owner, deal.contract);
    addDeal(position, deal);
    return position;
  }

  /** Folds an account's position in a contract anew from the day's deals, in their order; returns it as it is then. */
  refold(
    account: Account,
    contract: string,
    day: {
      /** MTM of the day before. */
      readonly mtm: Cents;
      readonly deals: readonly { readonly side: Side; readonly lots: Lots; readonly value: number }[];
    },
  ): Position {
    const position = this.#of(account, contract);
    beginDayAgain(position, day.mtm);
    for (const deal of day.deals) addDealOfValue(position, deal);
    return position;
  }

  net({ principal, subAccount }: Pick<Account, 'principal' | 'subAccount'>, contract: string): number {
    return this.#positions.get(keyOf({ principal, subAccount }, contract))?.net ?? 0;
  }

  limitOf(principal: string): Lots | undefined {
    return this.#limits.get(principal);
  }

  limit(principal: string, maxLots: Lots | null): void {
    if (maxLots === null) this.#limits.delete(principal);
    else this.#limits.set(principal, maxLots);
  }

  /** Begins a day: positions are marked, flat ones forgotten. Returns all that there were. */
  roll(mtmOf: (contract: string) => Cents): Position[] {
    const all = [...this.#positions.values()];
    for (const position of all) {
      rollPosition(position, mtmOf(position.contract));
      if (position.net === 0) this.#positions.delete(keyOf(position, position.contract));
    }
    return all;
  }

  snapshot(): PositionLedgerSnapshot {
    return {
      positions: [...this.#positions.values()],
      nextPositionSeq: this.#nextPositionSeq,
      limits: [...this.#limits],
    };
  }

  static from(snapshot: PositionLedgerSnapshot): PositionLedger {
    const ledger = new PositionLedger();
    for (const position of snapshot.positions)
      ledger.#positions.set(keyOf(position, position.contract), { ...position });
    for (const [principal, maxLots] of snapshot.limits) ledger.#limits.set(principal, maxLots);
    ledger.#nextPositionSeq = snapshot.nextPositionSeq;
    return ledger;
  }

  #of({ member, principal, subAccount }: Account, contract: string): Position {
    const key = keyOf({ principal, subAccount }, contract);
    const found = this.#positions.get(key);
    if (found !== undefined) return found;
    const flat = { opening: 0, bought: lots(0), sold: lots(0), net: 0, cost: 0, realised: 0 };
    const position = { positionSeq: this.#nextPositionSeq, member, principal, subAccount, contract, ...flat };
    this.#nextPositionSeq += 1;
    this.#positions.set(key, position);
    return position;
  }
}

function keyOf(
  { principal, subAccount }: Pick<Account, 'principal' | 'subAccount'>,
  contract: string,
): string {
  return `${principal} ${subAccount ?? ''} ${contract}`;
}
