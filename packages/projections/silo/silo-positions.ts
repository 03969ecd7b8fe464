// Deliveries that accounts owe or will receive (data set 27): their positions in futures whose delivery has begun, with the lots that are
// tendered and the lots that the principal could tender.
import type { PositionChanged, SiloCertChanged, SiloLotChanged } from '@openpit/venue';
import { accountName, dataSets, type SiloPositionRow } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Directory } from '../reference/directory.ts';

type Cert = SiloCertChanged['cert'];
type Lot = SiloLotChanged['lot'];

/** A record has no dealer: an account has the deals of all dealers. */
interface PositionRecord extends MemberRecord<string> {
  readonly row: SiloPositionRow;
}

interface TenderedLot {
  readonly account: string;
  readonly contract: string;
  readonly lots: number;
}

interface SavedSiloPositions {
  readonly rows: SavedMemberRows<SiloPositionRow>;
  readonly tendered: readonly (readonly [number, TenderedLot])[];
}

interface SiloPositionSources {
  readonly directory: Pick<Directory, 'businessDay' | 'contract' | 'lastNoticeDay'>;
  /** Those that could be tendered on a day. */
  readonly certs: (day: string) => Iterable<Cert>;
}

export class SiloPositions implements Projection {
  readonly #of: SiloPositionSources;
  readonly #rows = new MemberRows<PositionRecord, SiloPositionRow>({
    dataSetId: dataSets.siloPositions.id,
    rowOf: ({ row }) => row,
  });

  /** The lots that are not decided, by number. */
  readonly #tendered = new Map<number, TenderedLot>();

  constructor(sources: SiloPositionSources) {
    this.#of = sources;
  }

  readonly dataSets = { siloPositions: this.#rows };

  readonly on: EventHandlers = {
    positionChanged: (position) => {
      // Nearly all positions are in futures that cannot be delivered yet.
      if (this.#lastNoticeDay(position.contract) !== null) this.#put(position);
    },
    siloCertChanged: ({ cert, before }) =>
      this.#countHeld(new Set([cert.principal, before?.principal ?? cert.principal])),
    // Certificates may be accepted at other locations now.
    siloDataChanged: () => this.#countHeld(),
    siloLotChanged: ({ lot }) => this.#changeTendered(lot),
    // The events of the positions that begin the next day follow.
    dayEnded: () => {
      for (const record of [...this.#rows.all()])
        if (this.#lastNoticeDay(record.row.contract) === null) this.#rows.drop(record);
      // Certificates may be valid from the next day.
      this.#countHeld();
    },
  };

  save(): SavedSiloPositions {
    return { rows: this.#rows.save(({ row }) => row), tendered: [...this.#tendered] };
  }

  load({ rows, tendered }: SavedSiloPositions): void {
    this.#rows.load(rows, recordOf);
    this.#tendered.clear();
    for (const [siloCertSeq, lot] of tendered) this.#tendered.set(siloCertSeq, lot);
  }

  /** `null` unless it is a future that can be delivered today. */
  #lastNoticeDay(contract: string): string | null {
    const { directory } = this.#of;
    const listing = directory.contract(contract);
    if (listing?.kind !== 'future' || listing.firstDeliveryDay > directory.businessDay) return null;
    const last = directory.lastNoticeDay(listing);
    return last !== null && directory.businessDay <= last ? last : null;
  }

  #put({ member, principal, subAccount, contract, net }: PositionChanged): void {
    const uniqueKey = `${accountName({ principal, subAccount })} ${contract}`;
    const before = this.#rows.get(uniqueKey);
    if (net === 0) {
      if (before !== undefined) this.#rows.drop(before);
      return;
    }
    const lastNoticeDay = this.#lastNoticeDay(contract) ?? '';
    const tendered = this.#tenderedBy(accountName({ principal, subAccount }), contract);
    const heldLots = this.#heldBy(principal, contract);
    const row = {
      uniqueKey,
      member,
      principal,
      subAccount,
      contract,
      net,
      tendered,
      held: heldLots,
      lastNoticeDay,
    };
    this.#rows.put(recordOf(row));
  }

  /** Of these principals; of all by default. */
  #countHeld(principals?: ReadonlySet<string>): void {
    for (const { row } of [...this.#rows.all()]) {
      if (principals?.has(row.principal) === false) continue;
      const heldLots = this.#heldBy(row.principal, row.contract);
      if (heldLots !== row.held) this.#rows.put(recordOf({ ...row, held: heldLots }));
    }
  }

  /** A lot that is decided or withdrawn is no longer tendered. */
  #changeTendered({ siloCertSeq, seller, contract, lots, state }: Lot): void {
    const record = this.#rows.get(`${accountName(seller)} ${contract}`);
    const isTendered = state === 'Tendered' || state === 'In auction';
    if (isTendered) this.#tendered.set(siloCertSeq, { account: accountName(seller), contract, lots });
    else this.#tendered.delete(siloCertSeq);
    if (record === undefined) return;
    const tendered = this.#tenderedBy(accountName(seller), contract);
    if (tendered !== record.row.tendered) this.#rows.put(recordOf({ ...record.row, tendered }));
  }

  #tenderedBy(account: string, contract: string): number {
    let lots = 0;
    for (const lot of this.#tendered.values())
      if (lot.account === account && lot.contract === contract) lots += lot.lots;
    return lots;
  }

  #heldBy(principal: string, contract: string): number {
    const { directory, certs } = this.#of;
    const instrument = directory.contract(contract)?.instrument;
    let heldLots = 0;
    for (const cert of certs(directory.businessDay))
      if (cert.principal === principal && cert.instrument === instrument) heldLots += cert.lots;
    return heldLots;
  }
}

const recordOf = (row: SiloPositionRow): PositionRecord => ({
  key: row.uniqueKey,
  member: row.member,
  round: 0,
  row,
});
