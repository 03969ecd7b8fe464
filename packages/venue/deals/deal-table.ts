// The day's deals as numbers outside the heap, because a busy day has millions of them (decision 31). A deal that is read is a view of
// its numbers. A change of the view changes the deal, and a scan of a contract's deals decodes no texts.
import type { DealOrigin, DealState, Side } from '@openpit/terms';
import { assert, mustExist } from '../kernel/assert.ts';
import { type ChunkStore, chunksInMemory } from '../kernel/chunk-store.ts';
import { Interned } from '../kernel/interned.ts';
import { blockReader, LongList, type PackedBytes } from '../kernel/long-list.ts';
import { PackedNumbers, PackedValues, type PackedValuesHead } from '../kernel/packed-values.ts';
import type { EpochMs, Lots } from '../kernel/units.ts';
import type { OptionDealt } from '../pricing/option-dealt.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { copyOf, type Deal } from './deal.ts';

/** The places of a deal's numbers. Those that may need more than 32 bits have two. */
const column = {
  /** Bits, the state and the origin. 0 if there is no deal with this number. */
  kind: 0,
  contract: 1,
  lots: 2,
  account: 3,
  /** The place of the ref in the values plus 1; 0 for an empty ref. */
  ref: 4,
  /** The place of `Details` in the values. */
  details: 5,
  /** The previous deal of the same member in the same contract, plus 1. */
  previous: 6,
  matchSeq: 7,
  /** Plus 1; 0 for none. */
  linkedGroup: 9,
  /** Without its sign. */
  value: 11,
  dealtAt: 13,
} as const;
const columns = 15;
type LongColumn = (typeof column)['matchSeq' | 'linkedGroup' | 'value' | 'dealtAt'];
/** 2 to the power of 32. */
const highUnit = 4_294_967_296;

const bit = { exists: 1, sells: 2, isMatched: 4, isNegative: 8 } as const;
/** In `kind`, the number of the state is multiplied by this, and the number of the origin by the other. */
const stateUnit = 16;
const originUnit = 256;
const states: Readonly<Record<DealState, number>> = {
  ...{ Open: 0, Assigning: 1, Split: 2, Cumulated: 3, Assigned: 4, Tripartite: 5, Cancelled: 6 },
};
const origins: Readonly<Record<DealOrigin, number>> = {
  ...{ screen: 0, package: 1, split: 2, spread: 3, delta: 4, reported: 5, assigned: 6, tripartite: 7 },
  ...{ exercise: 8, lapse: 9, settlement: 10, delivery: 11 },
};
const stateNames = Object.keys(states) as DealState[];
const originNames = Object.keys(origins) as DealOrigin[];

/** What scans do not read. */
type Details = Pick<
  Deal,
  'counterparty' | 'isDisclosed' | 'activeOrderSeq' | 'isAggressor' | 'averagePrice' | 'option' | 'madeOf'
>;
type OwnerWithoutRef = Omit<OrderOwner, 'ref'>;

interface DealTableHead {
  readonly values: PackedValuesHead;
  readonly count: number;
  readonly firstSeq: number;
  readonly contracts: readonly string[];
  readonly accounts: readonly OwnerWithoutRef[];
}

export class DealTable {
  readonly #values: PackedValues;
  readonly #numbers = new PackedNumbers();
  /** The number of the first deal. */
  #firstSeq = 0;
  readonly #contracts = new Interned();
  readonly #accounts = new Accounts();
  /** By contract, then by member: the place of the last deal. */
  readonly #last = new Map<string, Map<string, number>>();

  constructor(store: ChunkStore) {
    this.#values = new PackedValues(store);
  }

  /** Adds the deals in the order of their numbers. Returns the deal as it is in the table. */
  add(deal: Deal): Deal {
    const count = this.#count;
    if (count === 0) this.#firstSeq = deal.dealSeq;
    const at = deal.dealSeq - this.#firstSeq;
    // The texts of these assertions have no figures, because each would be written for every deal.
    assert(at >= count, 'a deal is added after a later one');
    // Makes room for all numbers of the deal.
    this.#numbers.set((at + 1) * columns - 1, 0);
    const { contract, owner, side, isMatched, value, linkedGroup } = deal;
    const bits =
      bit.exists +
      (side === 'S' ? bit.sells : 0) +
      (isMatched ? bit.isMatched : 0) +
      (value < 0 ? bit.isNegative : 0);
    this.set(at, column.kind, bits + states[deal.state] * stateUnit + origins[deal.origin] * originUnit);
    this.set(at, column.contract, this.#contracts.numberOf(contract));
    this.set(at, column.lots, deal.lots);
    this.set(at, column.previous, this.#chain(at, contract, owner.member));
    this.setLong(at, column.matchSeq, deal.matchSeq);
    this.setLong(at, column.dealtAt, deal.dealtAt);
    this.setDetails(at, deal);
    this.setOwner(at, owner);
    this.setLong(at, column.linkedGroup, linkedGroup === null ? 0 : linkedGroup + 1);
    this.setLong(at, column.value, Math.abs(value));
    return this.#view(at);
  }

  get(dealSeq: number): Deal | undefined {
    const at = dealSeq - this.#firstSeq;
    return at >= 0 && at < this.#count && this.#exists(at) ? this.#view(at) : undefined;
  }

  /** In the order of their numbers. */
  *all(): Generator<Deal> {
    for (let at = 0; at < this.#count; at += 1) if (this.#exists(at)) yield this.#view(at);
  }

  /** A member's deals in a contract, in the order of their numbers. */
  of(contract: string, member: string): Deal[] {
    const deals: Deal[] = [];
    let next = this.#last.get(contract)?.get(member) ?? -1;
    for (; next >= 0; next = this.at(next, column.previous) - 1) deals.push(this.#view(next));
    return deals.reverse();
  }

  /** The members with deals in a contract, in the order of their first deals. */
  membersIn(contract: string): Iterable<string> {
    return this.#last.get(contract)?.keys() ?? [];
  }

  clear(): void {
    this.#values.clear();
    this.#numbers.clear();
    this.#contracts.clear();
    this.#accounts.clear();
    this.#last.clear();
  }

  save(): LongList<Deal> {
    const all = () => this.all();
    const copies = function* () {
      for (const deal of all()) yield copyOf(deal);
    };
    return new LongList(copies, { length: this.#count, bytes: () => this.#packed() });
  }

  /** Replaces all deals. */
  load({ head, blocks }: PackedBytes): void {
    const { values, count, firstSeq, contracts, accounts } = head as DealTableHead;
    const next = blockReader(blocks);
    this.clear();
    this.#values.load(values, next);
    this.#numbers.load({ length: count * columns }, next);
    this.#firstSeq = firstSeq;
    for (const contract of contracts) this.#contracts.numberOf(contract);
    for (const account of accounts) this.#accounts.numberOf(account);
    for (let at = 0; at < count; at += 1)
      if (this.#exists(at)) this.#chain(at, this.contract(at), this.account(at).member);
  }

  at(at: number, place: number): number {
    return this.#numbers.at(at * columns + place);
  }

  set(at: number, place: number, number: number): void {
    this.#numbers.set(at * columns + place, number);
  }

  long(at: number, place: LongColumn): number {
    return this.at(at, place) + this.at(at, place + 1) * highUnit;
  }

  setLong(at: number, place: LongColumn, number: number): void {
    assert(Number.isSafeInteger(number) && number >= 0, 'a number of a deal is not a natural number');
    this.set(at, place, number % highUnit);
    this.set(at, place + 1, Math.floor(number / highUnit));
  }

  addToKind(at: number, unit: number, number: number): void {
    this.set(at, column.kind, this.at(at, column.kind) + unit * number);
  }

  contract(at: number): string {
    return this.#contracts.at(this.at(at, column.contract));
  }

  account(at: number): OwnerWithoutRef {
    return this.#accounts.at(this.at(at, column.account));
  }

  ref(at: number): string {
    const place = this.at(at, column.ref);
    return place === 0 ? '' : (this.#values.read(place - 1) as string);
  }

  setOwner(at: number, owner: OrderOwner): void {
    this.set(at, column.account, this.#accounts.numberOf(owner));
    this.set(at, column.ref, owner.ref === '' ? 0 : this.#values.add(owner.ref) + 1);
  }

  details(at: number): Details {
    return this.#values.read(this.at(at, column.details)) as Details;
  }

  setDetails(at: number, of: Details): void {
    const { counterparty, isDisclosed, activeOrderSeq, isAggressor, averagePrice, option, madeOf } = of;
    const details: Details = {
      ...{ counterparty, isDisclosed, activeOrderSeq, isAggressor, averagePrice, option, madeOf },
    };
    this.set(at, column.details, this.#values.add(details));
  }

  get #count(): number {
    return this.#numbers.length / columns;
  }

  #view(at: number): Deal {
    return new StoredDeal(this, at, this.#firstSeq + at);
  }

  #exists(at: number): boolean {
    return this.at(at, column.kind) !== 0;
  }

  #packed(): PackedBytes<DealTableHead> {
    const [values, numbers] = [this.#values.save(), this.#numbers.save()];
    const [contracts, accounts] = [this.#contracts.all, this.#accounts.all];
    return {
      kind: 'deals',
      head: { values: values.head, count: this.#count, firstSeq: this.#firstSeq, contracts, accounts },
      blocks: [...values.blocks, ...numbers.blocks],
    };
  }

  /** Makes this deal the member's last one in the contract. Returns the place of the one before it plus 1. */
  #chain(at: number, contract: string, member: string): number {
    let members = this.#last.get(contract);
    if (members === undefined) {
      members = new Map();
      this.#last.set(contract, members);
    }
    const previous = members.get(member) ?? -1;
    members.set(member, at);
    return previous + 1;
  }
}

/** The deals of a packed list. */
export function packedDealItems(packed: PackedBytes): Iterable<Deal> {
  const table = new DealTable(chunksInMemory);
  table.load(packed);
  return table.save();
}

/** A view of a deal in the table. Two views of one deal are two objects, so compare deals by their numbers. */
class StoredDeal implements Deal {
  readonly dealSeq: number;
  readonly #table: DealTable;
  readonly #at: number;

  constructor(table: DealTable, at: number, dealSeq: number) {
    this.dealSeq = dealSeq;
    this.#table = table;
    this.#at = at;
  }

  get matchSeq(): number {
    return this.#table.long(this.#at, column.matchSeq);
  }

  get contract(): string {
    return this.#table.contract(this.#at);
  }

  get side(): Side {
    return this.#has(bit.sells) ? 'S' : 'B';
  }

  get lots(): Lots {
    return this.#table.at(this.#at, column.lots) as Lots;
  }

  get value(): number {
    const value = this.#table.long(this.#at, column.value);
    return this.#has(bit.isNegative) ? -value : value;
  }

  set value(value: number) {
    const sign = Number(value < 0) - Number(this.#has(bit.isNegative));
    this.#table.addToKind(this.#at, bit.isNegative, sign);
    this.#table.setLong(this.#at, column.value, Math.abs(value));
  }

  get averagePrice(): number | null {
    return this.#table.details(this.#at).averagePrice;
  }

  get owner(): OrderOwner {
    const { userId, member, dealer, principal, subAccount, capacity } = this.#table.account(this.#at);
    return { userId, member, dealer, principal, subAccount, capacity, ref: this.#table.ref(this.#at) };
  }

  set owner(owner: OrderOwner) {
    this.#table.setOwner(this.#at, owner);
  }

  get counterparty(): string {
    return this.#table.details(this.#at).counterparty;
  }

  get isDisclosed(): boolean {
    return this.#table.details(this.#at).isDisclosed;
  }

  get origin(): DealOrigin {
    return mustExist(originNames[Math.floor(this.#kind / originUnit)], 'a deal has an origin');
  }

  get linkedGroup(): number | null {
    const group = this.#table.long(this.#at, column.linkedGroup);
    return group === 0 ? null : group - 1;
  }

  set linkedGroup(group: number | null) {
    this.#table.setLong(this.#at, column.linkedGroup, group === null ? 0 : group + 1);
  }

  get activeOrderSeq(): number | null {
    return this.#table.details(this.#at).activeOrderSeq;
  }

  get isAggressor(): boolean {
    return this.#table.details(this.#at).isAggressor;
  }

  get option(): OptionDealt | null {
    return this.#table.details(this.#at).option;
  }

  set option(option: OptionDealt | null) {
    this.#table.setDetails(this.#at, { ...this.#table.details(this.#at), option });
  }

  get dealtAt(): EpochMs {
    return this.#table.long(this.#at, column.dealtAt) as EpochMs;
  }

  get state(): DealState {
    return mustExist(stateNames[this.#stateNumber], 'a deal has a state');
  }

  set state(state: DealState) {
    this.#table.addToKind(this.#at, stateUnit, states[state] - this.#stateNumber);
  }

  get isMatched(): boolean {
    return this.#has(bit.isMatched);
  }

  get madeOf(): readonly number[] {
    return this.#table.details(this.#at).madeOf;
  }

  toJSON(): Deal {
    return copyOf(this);
  }

  get #kind(): number {
    return this.#table.at(this.#at, column.kind);
  }

  get #stateNumber(): number {
    return Math.floor(this.#kind / stateUnit) % (originUnit / stateUnit);
  }

  #has(wanted: number): boolean {
    return (this.#kind & wanted) !== 0;
  }
}

/** Owners without their refs, with a number each. Found by the principal, because a key of all fields would cost more than the deal. */
class Accounts {
  readonly #ofPrincipal = new Map<string, number[]>();
  readonly #accounts: OwnerWithoutRef[] = [];

  get all(): readonly OwnerWithoutRef[] {
    return [...this.#accounts];
  }

  numberOf({ userId, member, dealer, principal, subAccount, capacity }: OwnerWithoutRef): number {
    let numbers = this.#ofPrincipal.get(principal);
    if (numbers === undefined) {
      numbers = [];
      this.#ofPrincipal.set(principal, numbers);
    }
    for (const number of numbers) {
      const known = this.at(number);
      if (
        known.userId === userId &&
        known.subAccount === subAccount &&
        known.capacity === capacity &&
        known.dealer === dealer &&
        known.member === member
      )
        return number;
    }
    const number = this.#accounts.push({ userId, member, dealer, principal, subAccount, capacity }) - 1;
    numbers.push(number);
    return number;
  }

  at(number: number): OwnerWithoutRef {
    return mustExist(this.#accounts[number], 'the account of a deal is known');
  }

  clear(): void {
    this.#ofPrincipal.clear();
    this.#accounts.length = 0;
  }
}
