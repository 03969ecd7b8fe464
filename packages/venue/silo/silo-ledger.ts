// The state of silo certificates: the data on silos, all certificates, and the lots and bids of today's delivery.
import type { SiloStage } from '@openpit/terms';
import { type EpochMs, lots } from '../kernel/units.ts';
import type { SiloData } from '../reference/silo-data.ts';
import type { SiloBid, SiloCert, SiloLot } from './silo-events.ts';

/**
 * A bid with the number of the command that has set its premium. If premiums are equal, the lower
 * number wins.
 */
export interface PlacedBid {
  readonly bid: SiloBid;
  readonly placedSeq: number;
}

export interface SavedSilo {
  readonly data: SiloData | null;
  readonly stage: SiloStage;
  readonly endsAt: EpochMs | null;
  readonly certs: readonly SiloCert[];
  readonly lots: readonly SiloLot[];
  readonly bids: readonly PlacedBid[];
  readonly next: NextNumbers;
}

interface NextNumbers {
  siloCertSeq: number;
  siloBidSeq: number;
  invoiceSeq: number;
}

export class SiloLedger {
  /** `null` if nothing is delivered by silo certificates. */
  data: SiloData | null = null;
  stage: SiloStage = 'closed';
  /** When the stage ends; null if that is not known. */
  endsAt: EpochMs | null = null;
  /** By receipt number, in the order of issue; cancelled and expired ones stay, so that no number is used twice. */
  readonly certs = new Map<string, SiloCert>();
  /** Today's lots by siloCertSeq, in the order of tender. */
  readonly lots = new Map<number, SiloLot>();
  /** Today's bids by siloBidSeq. */
  readonly bids = new Map<number, PlacedBid>();
  #next: NextNumbers = { siloCertSeq: 1, siloBidSeq: 1, invoiceSeq: 1 };

  take(number: keyof NextNumbers): number {
    const nextNumber = this.#next[number];
    this.#next[number] += 1;
    return nextNumber;
  }

  /** The open bids for a lot, best first. */
  openBids(siloCertSeq: number): PlacedBid[] {
    const open = [...this.bids.values()].filter(
      ({ bid }) => bid.siloCertSeq === siloCertSeq && bid.state === 'Open',
    );
    return open.sort(byRank);
  }

  /** The lots that are neither delivered nor withdrawn, in the order of tender. */
  openLots(): SiloLot[] {
    return [...this.lots.values()].filter(({ state }) => state === 'Tendered' || state === 'In auction');
  }

  /** Lots of an account that are tendered for a contract and not decided. */
  tenderedBy({ principal, subAccount }: SiloLot['seller'], contract: string): number {
    const ownLots = this.openLots().filter(
      ({ seller, ...lot }) =>
        lot.contract === contract && seller.principal === principal && seller.subAccount === subAccount,
    );
    return lots(ownLots.reduce((sum, lot) => sum + lot.lots, 0));
  }

  /** Removes the lots and bids of the day that has ended. */
  clearDay(): void {
    this.lots.clear();
    this.bids.clear();
  }

  save(): SavedSilo {
    return {
      data: this.data,
      stage: this.stage,
      endsAt: this.endsAt,
      certs: [...this.certs.values()],
      lots: [...this.lots.values()],
      bids: [...this.bids.values()],
      next: { ...this.#next },
    };
  }

  static load({ data, stage, endsAt, certs, lots: saved, bids, next }: SavedSilo): SiloLedger {
    const ledger = new SiloLedger();
    ledger.data = data;
    ledger.stage = stage;
    ledger.endsAt = endsAt;
    for (const cert of certs) ledger.certs.set(cert.siloReceiptNo, cert);
    for (const lot of saved) ledger.lots.set(lot.siloCertSeq, lot);
    for (const placed of bids) ledger.bids.set(placed.bid.siloBidSeq, placed);
    ledger.#next = { ...next };
    return ledger;
  }
}

/** The order in which bids are awarded. */
export const byRank = (a: PlacedBid, b: PlacedBid): number =>
  b.bid.premium - a.bid.premium || a.placedSeq - b.placedSeq;
