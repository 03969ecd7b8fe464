// The positions of all accounts, and the limits on them. A ledger and not a projection, because whether an order is accepted
// can depend on it.
import { accountName, type Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { type Lots, lots, type Price } from '../kernel/units.ts';
import { contractNamed, type Market } from '../reference/market.ts';
import {
  addDeal,
  addDealOfValue,
  limitAbandoned,
  type Position,
  type PositionCause,
  restartDay,
  rollPosition,
} from './position.ts';

/** The account of a position. */
export interface Account {
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
}

export interface SavedPositions {
  readonly positions: readonly Position[];
  readonly nextPositionSeq: number;
  readonly limits: readonly (readonly [string, Lots])[];
}

export class PositionLedger {
  /** By the contract's index, then by account. */
  readonly #byContract: Map<string, Position>[] = [];
  readonly #byPrincipal = new Map<string, Set<Position>>();
  /** The maximum lots that a principal may hold in a contract, long or short. */
  readonly #limits = new Map<string, Lots>();
  /**
   * The lots that a principal can add without a new computation of its amounts (account-room.ts), never more than the true figure.
   * Not saved, because it does not change any answer.
   */
  readonly knownRoom = new Map<string, number>();
  #nextPositionSeq = 1;

  /** Books one side of a deal; returns the position after it. */
  book(
    account: Account,
    contract: Contract,
    deal: {
      readonly side: Side;
      readonly lots: Lots;
      readonly price: Price;
      readonly matchSeq: number;
    },
  ): Position {
    const position = this.#of(account, contract);
    const before = position.net;
    addDeal(position, deal);
    limitAbandoned(position, before, deal);
    return position;
  }

  /** Computes an account's position in a contract again from the day's deals, in their order; returns it. */
  refold(
    account: Account,
    contract: Contract,
    day: {
      /** MTM of the previous day. */
      readonly mtm: Price;
      readonly deals: readonly {
        readonly side: Side;
        readonly lots: Lots;
        readonly value: number;
      }[];
      readonly cause: PositionCause;
    },
  ): Position {
    const position = this.#of(account, contract);
    const before = position.net;
    this.knownRoom.delete(account.principal);
    restartDay(position, day.mtm);
    for (const deal of day.deals) addDealOfValue(position, deal);
    limitAbandoned(position, before, day.cause);
    return position;
  }

  net(account: Pick<Account, 'principal' | 'subAccount'>, contract: Pick<Contract, 'index'>): number {
    return this.of(account, contract)?.net ?? 0;
  }

  /** The net lots of a principal, with the sum of its sub-accounts. */
  netOf(principal: string, { name }: Pick<Contract, 'name'>): number {
    let sum = 0;
    for (const { contract, net } of this.ofPrincipal(principal)) if (contract === name) sum += net;
    return sum;
  }

  /** `undefined` if the account has not dealt in the contract. */
  of(
    account: Pick<Account, 'principal' | 'subAccount'>,
    { index }: Pick<Contract, 'index'>,
  ): Position | undefined {
    return this.#byContract[index]?.get(accountName(account));
  }

  /** True if any account has a position in the contract that is not flat. */
  isHeld({ index }: Pick<Contract, 'index'>): boolean {
    for (const { net } of this.#byContract[index]?.values() ?? []) if (net !== 0) return true;
    return false;
  }

  /** The positions in a contract, flat ones included, by number. */
  in({ index }: Pick<Contract, 'index'>): Position[] {
    return [...(this.#byContract[index]?.values() ?? [])].sort((a, b) => a.positionSeq - b.positionSeq);
  }

  /** Undefined when the principal has no limit. */
  limitOf(principal: string): Lots | undefined {
    return this.#limits.get(principal);
  }

  limit(principal: string, maxLots: Lots | null): void {
    if (maxLots === null) this.#limits.delete(principal);
    else this.#limits.set(principal, maxLots);
  }

  /** Begins the next day in a contract: marks the positions and drops the flat ones. Returns the positions before the drop, by number. */
  roll(contract: Pick<Contract, 'index'>, mtm: Price): Position[] {
    const all = this.in(contract);
    this.knownRoom.clear();
    for (const position of all) {
      rollPosition(position, mtm);
      if (position.net !== 0) continue;
      this.#byContract[contract.index]?.delete(accountName(position));
      this.#byPrincipal.get(position.principal)?.delete(position);
    }
    return all;
  }

  /** All positions, by number. */
  all(): Position[] {
    const all = this.#byContract.flatMap((accounts) => [...(accounts?.values() ?? [])]);
    return all.sort((a, b) => a.positionSeq - b.positionSeq);
  }

  /** The positions of a principal in all contracts, its sub-accounts included, in the order they began. */
  ofPrincipal(principal: string): Iterable<Position> {
    return this.#byPrincipal.get(principal) ?? [];
  }

  /** The principals with positions, flat ones included, by code. */
  principals(): string[] {
    const principalsWithPositions = [...this.#byPrincipal].filter(([, positions]) => positions.size > 0);
    return principalsWithPositions.map(([principal]) => principal).sort();
  }

  save(): SavedPositions {
    return {
      positions: this.all().map(copyOf),
      nextPositionSeq: this.#nextPositionSeq,
      limits: [...this.#limits],
    };
  }

  /** `market` is null before the opening, when there are no positions. */
  static load({ positions, nextPositionSeq, limits }: SavedPositions, market: Market | null): PositionLedger {
    const ledger = new PositionLedger();
    for (const position of positions)
      if (market !== null) ledger.#put(contractNamed(market, position.contract), copyOf(position));
    for (const [principal, maxLots] of limits) ledger.#limits.set(principal, maxLots);
    ledger.#nextPositionSeq = nextPositionSeq;
    return ledger;
  }

  #accountsIn({ index }: Pick<Contract, 'index'>): Map<string, Position> {
    let accounts = this.#byContract[index];
    if (accounts === undefined) {
      accounts = new Map();
      this.#byContract[index] = accounts;
    }
    return accounts;
  }

  #of(account: Account, contract: Contract): Position {
    const accounts = this.#accountsIn(contract);
    const key = accountName(account);
    const existing = accounts.get(key);
    if (existing !== undefined) return existing;
    const position: Position = {
      positionSeq: this.#nextPositionSeq,
      member: account.member,
      principal: account.principal,
      subAccount: account.subAccount,
      contract: contract.name,
      opening: 0,
      bought: lots(0),
      sold: lots(0),
      net: 0,
      cost: 0,
      realised: 0,
      abandoned: lots(0),
      instruction: null,
    };
    this.#nextPositionSeq += 1;
    this.#put(contract, position);
    return position;
  }

  #put(contract: Pick<Contract, 'index'>, position: Position): void {
    this.#accountsIn(contract).set(accountName(position), position);
    const ofPrincipal = this.#byPrincipal.get(position.principal);
    if (ofPrincipal === undefined) this.#byPrincipal.set(position.principal, new Set([position]));
    else ofPrincipal.add(position);
  }
}

const copyOf = ({ instruction, ...position }: Position): Position => ({
  ...position,
  instruction: instruction === null ? null : { ...instruction, changes: [...instruction.changes] },
});
