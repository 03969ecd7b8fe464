// Prepares data sets for history: their rows at the end of a business day, numbered in the order they are read.
import { dataSets, type FilledDataSet } from '@openpit/wire';
import { Breakdown, type SavedBreakdown } from '../clearing/breakdown.ts';
import { Clearing, type SavedClearingRows } from '../clearing/clearing.ts';
import { ClearingInfo, type SavedClearingInfo } from '../clearing/clearing-info.ts';
import { EarlyValuations, type SavedEarlyValuations } from '../clearing/early-valuations.ts';
import { Movements, type SavedMovements } from '../clearing/movements.ts';
import { MemberRows } from '../kernel/member-rows.ts';
import type { Changes, Projection } from '../kernel/projection.ts';
import type { Deals } from '../members/deals.ts';
import { Positions, type SavedPositionRows } from '../members/positions.ts';
import type { Directory } from '../reference/directory.ts';
import { RateTables, type SavedRateTables } from '../reference/rate-tables.ts';
import { type SavedSiloAuctions, SiloAuctions } from '../silo/silo-auctions.ts';

export interface PastSetRow {
  readonly rowSeq: number;
  readonly dataSetId: number;
  readonly businessDay: string;
  /** Empty for a row of the whole market. */
  readonly member: string;
  /** Empty for a row of no account. */
  readonly principal: string;
  readonly row: object;
}

export interface SavedPastSets {
  readonly positions: SavedPositionRows;
  readonly rateTables: SavedRateTables;
  readonly movements: SavedMovements;
  readonly clearing: SavedClearingRows;
  readonly clearingInfo: SavedClearingInfo;
  readonly breakdown: SavedBreakdown;
  readonly earlyValuations: SavedEarlyValuations;
  /** Omitted by the first versions with rules 8, which did not keep deliveries. */
  readonly siloAuctions?: SavedSiloAuctions;
  readonly nextRowSeq: number;
}

/** The values that may be in the row of a set. */
interface AnyRow {
  readonly member?: string;
  readonly principal?: string;
  readonly businessDay?: string;
}

/** Rows are taken after the day has been cleared, so no running day adds later due dates. */
const noRunningDay = () => ({ dueOn: null, dueBy: null });

export class PastSets {
  readonly #positions: Positions;
  readonly #rateTables: RateTables;
  readonly #movements = new Movements();
  readonly #clearing = new Clearing(noRunningDay);
  readonly #clearingInfo = new ClearingInfo();
  readonly #earlyValuations: EarlyValuations;
  readonly #breakdown: Breakdown;
  readonly #siloAuctions: SiloAuctions;
  /** In the order in which each event must reach them. */
  readonly projections: readonly Projection[];
  readonly #filled: readonly Pick<MemberRows<never, never>, 'takeChanges'>[];
  #nextRowSeq = 1;

  constructor(directory: Directory, deals: Deals) {
    this.#positions = new Positions(directory.facts);
    this.#rateTables = new RateTables(directory);
    const accounts = { positions: () => this.#positions.all(), facts: directory.facts };
    this.#earlyValuations = new EarlyValuations(accounts);
    this.#breakdown = new Breakdown({
      ...accounts,
      deals: () => deals.standing(),
      ratesOf: (instrument) => this.#rateTables.ratesOf(instrument),
      interestRate: () => this.#clearingInfo.interestRate(),
    });
    this.#siloAuctions = new SiloAuctions(() => directory.nextPayment());
    this.projections = [
      this.#positions,
      this.#rateTables,
      this.#movements,
      this.#clearing,
      this.#clearingInfo,
      this.#breakdown,
      this.#earlyValuations,
      this.#siloAuctions,
    ];
    this.#filled = this.projections.flatMap(({ dataSets: filled = {} }) =>
      Object.values(filled).filter((set) => set instanceof MemberRows),
    );
  }

  /** The rows of the day that is ending, before its end changes them. */
  takeBeforeEnd(businessDay: string): PastSetRow[] {
    const { positions, consPositions } = this.#positions.dataSets;
    const { siloAllocations, siloInvoices } = this.#siloAuctions.dataSets;
    return [
      ...this.#take('positions', businessDay, positions.rows()),
      ...this.#take('consPositions', businessDay, consPositions.rows()),
      ...this.#take('margins', businessDay, this.#rateTables.marginRows()),
      ...this.#take('bfProfiles', businessDay, this.#rateTables.feeRows()),
      ...this.#take('movements', businessDay, this.#movements.dataSets.movements.rows()),
      ...this.#take('clearingInfo', businessDay, this.#clearingInfo.dataSets.clearingInfo.rows()),
      ...this.#take('earlyValuations', businessDay, this.#earlyValuations.dataSets.earlyValuations.rows()),
      ...this.#take('clearing', businessDay, this.#clearing.statementOf(businessDay)),
      ...this.#take('siloAllocations', businessDay, siloAllocations.rows()),
      ...this.#take('siloInvoices', businessDay, siloInvoices.rows()),
    ];
  }

  /** The rows that the end of the day creates. */
  takeAfterEnd(businessDay: string): PastSetRow[] {
    return this.#take('breakDownAnalysis', businessDay, this.#breakdown.dataSets.breakDownAnalysis.rows());
  }

  /** Changes are not published for history. They are drained so that they do not accumulate. */
  forgetChanges(seq: number, unread: Changes): void {
    for (const set of this.#filled) set.takeChanges(seq, unread);
  }

  save(): SavedPastSets {
    return {
      positions: this.#positions.save(),
      rateTables: this.#rateTables.save(),
      movements: this.#movements.save(),
      clearing: this.#clearing.save(),
      clearingInfo: this.#clearingInfo.save(),
      breakdown: this.#breakdown.save(),
      earlyValuations: this.#earlyValuations.save(),
      siloAuctions: this.#siloAuctions.save(),
      nextRowSeq: this.#nextRowSeq,
    };
  }

  load(saved: SavedPastSets): void {
    this.#positions.load(saved.positions);
    this.#rateTables.load(saved.rateTables);
    this.#movements.load(saved.movements);
    this.#clearing.load(saved.clearing);
    this.#clearingInfo.load(saved.clearingInfo);
    this.#breakdown.load(saved.breakdown);
    this.#earlyValuations.load(saved.earlyValuations);
    if (saved.siloAuctions !== undefined) this.#siloAuctions.load(saved.siloAuctions);
    this.#nextRowSeq = saved.nextRowSeq;
  }

  #take(name: FilledDataSet, businessDay: string, rows: Iterable<object>): PastSetRow[] {
    const pastRows: PastSetRow[] = [];
    for (const row of rows) {
      const { businessDay: ownDay = businessDay, member = '', principal = '' }: AnyRow = row;
      if (ownDay !== businessDay) continue;
      pastRows.push({
        rowSeq: this.#nextRowSeq,
        dataSetId: dataSets[name].id,
        businessDay,
        member,
        principal,
        row,
      });
      this.#nextRowSeq += 1;
    }
    return pastRows;
  }
}
