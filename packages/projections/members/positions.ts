// The positions of accounts (data set 5, PANEL-8), and of members (10).
import type { MarginRequired, PositionChanged } from '@openpit/venue';
import { averageRand, dataSets, type PositionRow, toRand } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';
import type { FactsOf } from '../reference/directory.ts';
import { ConsolidatedPositions, type SavedConsolidated } from './consolidated-positions.ts';

/** A record has no dealer: an account has the deals of all dealers. */
interface PositionRecord extends MemberRecord {
  position: PositionChanged;
  /** Lots that are not to be exercised automatically today. */
  abandoned: number;
}

export interface SavedPositionRows {
  readonly margins: readonly (readonly [number, number])[];
  readonly accounts: SavedMemberRows<Pick<PositionRecord, 'position' | 'abandoned'>>;
  readonly members: SavedConsolidated;
}

export class Positions implements Projection {
  readonly #facts: FactsOf;
  readonly #rows: MemberRows<PositionRecord, PositionRow>;
  readonly #members: ConsolidatedPositions;
  /** By positionSeq, in cents: see PositionRow. */
  readonly #margins = new Map<number, number>();
  /** By principal; null after an account has gained or lost a position. */
  #byPrincipal: Map<string, PositionRecord[]> | null = null;

  constructor(facts: FactsOf) {
    this.#facts = facts;
    this.#members = new ConsolidatedPositions(facts);
    this.#rows = new MemberRows({
      dataSetId: dataSets.positions.id,
      rowOf: (record) => this.#row(record),
    });
  }

  get dataSets() {
    return { positions: this.#rows, consPositions: this.#members.rows };
  }

  readonly on: EventHandlers = {
    positionChanged: (position) => {
      const { net, opening, bought, sold, positionSeq } = position;
      const isEmpty = net === 0 && opening === 0 && bought === 0 && sold === 0;
      const before = this.#rows.get(positionSeq);
      if (!isEmpty) {
        if (before === undefined) {
          this.#byPrincipal = null;
          this.#rows.put(recordOf({ position, abandoned: 0 }));
        } else {
          before.position = position;
          // Events of earlier rules do not contain the number of abandoned lots.
          before.abandoned = position.abandoned ?? before.abandoned;
          this.#rows.changed(before);
        }
        this.#members.put(position);
      } else if (before !== undefined) {
        this.#byPrincipal = null;
        this.#rows.drop(before);
        this.#members.drop(position);
        this.#margins.delete(positionSeq);
      }
    },
    marginRequired: (event) => this.#setMargins(event),
    optionAbandoned: ({ positionSeq, lots }) => {
      const record = this.#rows.get(positionSeq);
      if (record === undefined) return;
      record.abandoned = lots;
      this.#rows.changed(record);
    },
  };

  /** The positions of all accounts. */
  *all(): Generator<PositionChanged> {
    for (const { position } of this.#rows.all()) yield position;
  }

  save(): SavedPositionRows {
    const accounts = this.#rows.save(({ position, abandoned }) => ({ position, abandoned }));
    return { accounts, members: this.#members.save(), margins: [...this.#margins] };
  }

  load({ accounts, members, margins }: SavedPositionRows): void {
    this.#byPrincipal = null;
    this.#margins.clear();
    for (const [positionSeq, margin] of margins) this.#margins.set(positionSeq, margin);
    this.#rows.load(accounts, recordOf);
    this.#members.load(members, this.all());
  }

  /** Sets the margin of each class on the account's first open position in the class. */
  *#setMargins({ principal, classes }: MarginRequired): Steps {
    const left = new Map(classes.map(({ instrument, margin }) => [instrument, margin]));
    for (const record of yield* this.#ofPrincipal(principal)) {
      const { positionSeq, contract, net } = record.position;
      const { instrument } = this.#facts(contract);
      const margin = net === 0 ? 0 : (left.get(instrument) ?? 0);
      if (net !== 0) left.delete(instrument);
      if (margin === (this.#margins.get(positionSeq) ?? 0)) continue;
      if (margin === 0) this.#margins.delete(positionSeq);
      else this.#margins.set(positionSeq, margin);
      this.#rows.changed(record);
    }
  }

  /** The positions of a principal, by number. */
  *#ofPrincipal(principal: string): Generator<undefined, readonly PositionRecord[]> {
    if (this.#byPrincipal === null) {
      this.#byPrincipal = new Map();
      for (const record of this.#rows.all()) {
        const records = this.#byPrincipal.get(record.position.principal);
        if (records === undefined) this.#byPrincipal.set(record.position.principal, [record]);
        else records.push(record);
        yield;
      }
      for (const records of this.#byPrincipal.values()) {
        records.sort((a, b) => a.key - b.key);
        yield;
      }
    }
    return this.#byPrincipal.get(principal) ?? [];
  }

  #row({ position, abandoned }: PositionRecord): PositionRow {
    const { positionSeq, principal, subAccount, member, contract, opening, bought, sold, net, cost } =
      position;
    const { displaySeq, instrument, tons } = this.#facts(contract);
    const row = {
      positionSeq,
      principal,
      subAccount,
      member,
      contract,
      displaySeq,
      instrument,
      tons,
      opening,
      bought,
      sold,
      net,
      cost: toRand(cost),
      averagePrice: net === 0 ? null : averageRand(cost, net),
      realised: toRand(position.realised * tons),
      margin: toRand(this.#margins.get(positionSeq) ?? 0),
    };
    return abandoned === 0 ? row : { ...row, abandoned };
  }
}

const recordOf = ({
  position,
  abandoned,
}: Pick<PositionRecord, 'position' | 'abandoned'>): PositionRecord => ({
  key: position.positionSeq,
  member: position.member,
  round: 0,
  position,
  abandoned,
});
