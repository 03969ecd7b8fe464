// The open lots of each contract: the sum of the long positions of principals (market/money.md, Positions). Sub-accounts of one principal are
// added up first, so that moving a deal between them changes nothing that the public sees.
import type { PositionChanged } from '@openpit/venue';

export type SavedLongLots = readonly (readonly [positionSeq: number, net: number, account: string])[];

/** Net lots of a principal in a contract, and how many of its positions are open. */
interface Account {
  readonly name: string;
  net: number;
  positions: number;
}

interface OpenPosition {
  readonly account: Account;
  net: number;
}

export class LongLots {
  /** By position. */
  readonly #positions = new Map<number, OpenPosition>();
  /** By contract and principal; used only when a position is opened, because making a text for each deal is slow. */
  readonly #accounts = new Map<string, Account>();

  /** Follows a position; returns by how much the open interest of its contract changes. */
  change({ positionSeq, contract, principal, net }: PositionChanged): number {
    const position = this.#positions.get(positionSeq);
    if (position === undefined)
      return net === 0 ? 0 : this.#open(positionSeq, net, `${contract} ${principal}`);
    const { account } = position;
    const change = add(account, net - position.net);
    position.net = net;
    if (net !== 0) return change;
    this.#positions.delete(positionSeq);
    account.positions -= 1;
    if (account.positions === 0) this.#accounts.delete(account.name);
    return change;
  }

  save(): SavedLongLots {
    return Array.from(
      this.#positions,
      ([positionSeq, { net, account }]) => [positionSeq, net, account.name] as const,
    );
  }

  load(saved: SavedLongLots): void {
    this.#positions.clear();
    this.#accounts.clear();
    for (const [positionSeq, net, name] of saved) this.#open(positionSeq, net, name);
  }

  #open(positionSeq: number, net: number, name: string): number {
    let account = this.#accounts.get(name);
    if (account === undefined) {
      account = { name, net: 0, positions: 0 };
      this.#accounts.set(name, account);
    }
    account.positions += 1;
    this.#positions.set(positionSeq, { account, net });
    return add(account, net);
  }
}

/** Returns by how much the long lots of the account change. */
function add(account: Account, lots: number): number {
  const before = account.net;
  account.net += lots;
  return Math.max(account.net, 0) - Math.max(before, 0);
}
