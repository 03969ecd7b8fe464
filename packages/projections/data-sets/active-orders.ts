// Data set 1: the orders that may still deal, each visible to its own member (PANEL-6).
import type { EventOrigin, OrderAccepted, VenueEvent } from '@openpit/venue';
import { type ActiveOrderRow, type OrderTypeCode, orderTypes } from '@openpit/wire';
import { maySee, ofMember, type Projected, type Viewer } from '../audience.ts';
import { OrderedStreams, type StreamChange } from '../ordered-stream.ts';
import { rand } from '../rand.ts';

export interface SavedActiveOrders {
  readonly rows: readonly ActiveOrderRow[];
  readonly streams: readonly (readonly [string, number])[];
}

export class ActiveOrders {
  readonly #rows = new Map<number, ActiveOrderRow>();
  readonly #streams = new OrderedStreams();
  /** By member, the orders that changed since the last call of takeChanges. */
  readonly #changed = new Map<string, Set<number>>();
  readonly #displaySeqOf: (contract: string) => { displaySeq: number; instrument: string };

  constructor(displaySeqOf: (contract: string) => { displaySeq: number; instrument: string }) {
    this.#displaySeqOf = displaySeqOf;
  }

  apply(event: VenueEvent, origin: EventOrigin): void {
    switch (event.kind) {
      case 'orderAccepted':
        this.#put(this.#accepted(event, origin));
        break;
      case 'dealMade':
        this.#patch(event.buy.activeOrderSeq, { remaining: event.buy.left });
        this.#patch(event.sell.activeOrderSeq, { remaining: event.sell.left });
        break;
      case 'orderRested':
        this.#patch(event.activeOrderSeq, { state: 'Active', time: origin.at });
        break;
      case 'orderSuspended':
        this.#patch(event.activeOrderSeq, { state: 'Suspended' });
        break;
      case 'orderFilled':
      case 'orderKilled':
      case 'orderDeleted':
      case 'orderExpired':
        this.#drop(event.activeOrderSeq, event.member);
        break;
      default:
    }
  }

  /** What this viewer may see, and the number from which changes go on. */
  image(viewer: Viewer): { rows: ActiveOrderRow[]; asOf: number } {
    const rows = [...this.projected()]
      .filter(({ audience }) => maySee(viewer, audience))
      .map(({ row }) => row);
    return { rows, asOf: this.#streams.lastSeq(ofMember(viewer.member)) };
  }

  *projected(): Iterable<Projected<ActiveOrderRow>> {
    for (const row of this.#rows.values())
      yield { key: row.activeOrderSeq, audience: ofMember(row.member), row };
  }

  /** Changes since the last call, one a member, as of this sequence number. */
  takeChanges(seq: number): StreamChange<ActiveOrderRow>[] {
    const changes: StreamChange<ActiveOrderRow>[] = [];
    for (const [member, keys] of this.#changed) {
      const audience = ofMember(member);
      const rows: ActiveOrderRow[] = [];
      const removed: number[] = [];
      for (const key of keys) {
        const row = this.#rows.get(key);
        if (row === undefined) removed.push(key);
        else rows.push(row);
      }
      changes.push({ audience, rows, removed, prev: this.#streams.advance(audience, seq), seq });
    }
    this.#changed.clear();
    return changes;
  }

  save(): SavedActiveOrders {
    return { rows: [...this.#rows.values()], streams: this.#streams.save() };
  }

  load({ rows, streams }: SavedActiveOrders): void {
    this.#rows.clear();
    for (const row of rows) this.#rows.set(row.activeOrderSeq, row);
    this.#streams.load(streams);
  }

  #accepted(event: OrderAccepted, { at }: EventOrigin): ActiveOrderRow {
    const { member, dealer, principal, subAccount, capacity, ref } = event.owner;
    return {
      activeOrderSeq: event.activeOrderSeq,
      time: at,
      contract: event.contract,
      ...this.#displaySeqOf(event.contract),
      side: event.side,
      qty: event.lots,
      remaining: event.lots,
      price: rand(event.price),
      orderType: orderTypes[event.type] satisfies OrderTypeCode,
      state: 'Active',
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      ref,
    };
  }

  #put(row: ActiveOrderRow): void {
    this.#rows.set(row.activeOrderSeq, row);
    this.#touch(row.member, row.activeOrderSeq);
  }

  #patch(key: number, fields: Partial<ActiveOrderRow>): void {
    const row = this.#rows.get(key);
    if (row !== undefined) this.#put({ ...row, ...fields });
  }

  #drop(key: number, member: string): void {
    if (this.#rows.delete(key)) this.#touch(member, key);
  }

  #touch(member: string, key: number): void {
    const keys = this.#changed.get(member);
    if (keys === undefined) this.#changed.set(member, new Set([key]));
    else keys.add(key);
  }
}
