// The business day's deals that another member must accept, one row per member (data set 8, PANEL-11). Accepted, withdrawn and
// expired deals stay for the day, so that each side sees the result.
import { type OrderOwner, otherSide, type UnmatchedDeal } from '@openpit/venue';
import { dataSets, toRand, type UnmatchedDealRow } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Directory } from '../reference/directory.ts';
import type { Deals } from './deals.ts';

type Role = UnmatchedDealRow['role'];

/** `key`: twice the number, plus one for the addressed side. `dealer`: null while no dealer of this side has acted on it. */
interface UnmatchedRecord extends MemberRecord {
  readonly dealer: string | null;
  readonly role: Role;
  readonly item: UnmatchedDeal;
  /** The business day at the end of whose administration phase it expires. */
  readonly expires: string;
}

type SavedUnmatchedRows = SavedMemberRows<Omit<UnmatchedRecord, 'round'>>;

export class UnmatchedDeals implements Projection {
  readonly #directory: Pick<Directory, 'facts' | 'businessDay'>;
  readonly #deals: Pick<Deals, 'priceOf'>;
  readonly #rows: MemberRows<UnmatchedRecord, UnmatchedDealRow>;

  constructor(directory: Pick<Directory, 'facts' | 'businessDay'>, deals: Pick<Deals, 'priceOf'>) {
    this.#directory = directory;
    this.#deals = deals;
    this.#rows = new MemberRows({
      dataSetId: dataSets.unmatchedDeal.id,
      rowOf: (record) => this.#row(record),
      rowKeyOf: (key) => Math.floor(key / 2),
    });
  }

  get dataSets() {
    return { unmatchedDeal: this.#rows };
  }

  readonly on: EventHandlers = {
    dayEnded: () => this.#rows.clearing(),
    unmatchedDealInserted: ({ item }) => this.#put(item),
    unmatchedDealEdited: ({ item }) => this.#put(item),
    unmatchedDealEnded: ({ item }) => this.#put(item),
  };

  /** The items that wait for an acceptance, each once. */
  waiting(): UnmatchedDeal[] {
    return Array.from(this.#rows.all())
      .filter(({ role, item }) => role !== 'addressed' && item.state === 'Waiting')
      .map(({ item }) => item);
  }

  save(): SavedUnmatchedRows {
    return this.#rows.save(({ round: _round, ...record }) => record);
  }

  load(saved: SavedUnmatchedRows): void {
    this.#rows.load(saved, (record) => ({ ...record, round: 0 }));
  }

  #put(item: UnmatchedDeal): void {
    const { businessDay: expires } = this.#directory;
    const { unmatchedSeq, owner, counterparty, accepted, state } = item;
    const common = { item, expires, round: 0 };
    const { member, dealer } = owner;
    // In a cross the member has one row, which any of its dealers may accept.
    const isCross = member === counterparty;
    this.#rows.put({
      ...common,
      key: 2 * unmatchedSeq,
      member,
      dealer: isCross && state === 'Waiting' ? null : dealer,
      role: isCross ? 'cross' : 'captured',
    });
    if (isCross) return;
    this.#rows.put({
      ...common,
      key: 2 * unmatchedSeq + 1,
      member: counterparty,
      dealer: accepted?.dealer ?? null,
      role: 'addressed',
    });
  }

  #row({ item, role, expires }: UnmatchedRecord): UnmatchedDealRow {
    const { unmatchedSeq, contract, lots, value } = item;
    const { displaySeq, instrument, tons } = this.#directory.facts(contract);
    const side = role === 'addressed' ? addressedSide(item) : capturedSide(item);
    const { owner } = side;
    // Any dealer of the member may accept a cross; one with own-only visibility does not learn who reported it.
    const visibleOwner = role === 'cross' && item.state === 'Waiting' ? null : owner;
    return {
      unmatchedSeq,
      time: item.capturedAt,
      contract,
      displaySeq,
      instrument,
      side: side.side,
      qty: lots,
      price: this.#deals.priceOf(item),
      value: toRand(value * tons),
      role,
      type: item.type,
      state: item.state,
      version: item.version,
      member: side.member,
      principal: side.principal,
      subAccount: owner?.subAccount ?? null,
      capacity: owner?.capacity ?? null,
      dealer: visibleOwner?.dealer ?? null,
      ref: visibleOwner?.ref ?? '',
      counterparty: side.counterparty,
      theirPrincipal: side.theirPrincipal,
      dealSeq: side.dealSeq,
      expires,
    };
  }
}

/** The fields that differ between the rows of the two sides. */
interface RowSide {
  readonly member: string;
  readonly side: UnmatchedDeal['side'];
  /** The account of this side, once it is chosen. */
  readonly owner: OrderOwner | null;
  readonly principal: string | null;
  readonly counterparty: string;
  readonly theirPrincipal: string | null;
  readonly dealSeq: number | null;
}

const capturedSide = (item: UnmatchedDeal): RowSide => ({
  member: item.owner.member,
  side: item.side,
  owner: item.owner,
  principal: item.owner.principal,
  counterparty: item.counterparty,
  theirPrincipal: item.accepted?.principal ?? item.counterpartyPrincipal,
  dealSeq: item.dealSeq,
});

/** The other side of a report has the opposite side of the deal; a deal that is passed on keeps its side. */
function addressedSide(item: UnmatchedDeal): RowSide {
  const { owner, side, type, counterparty: member, counterpartyPrincipal, accepted } = item;
  const isKnown = accepted !== null || counterpartyPrincipal !== null;
  return {
    member,
    side: type === 'reported' ? otherSide(side) : side,
    owner: accepted,
    principal: accepted?.principal ?? counterpartyPrincipal,
    counterparty: owner.member,
    // The member that receives a deal must not learn who its client was.
    theirPrincipal: isKnown && type === 'reported' ? owner.principal : null,
    dealSeq: null,
  };
}
