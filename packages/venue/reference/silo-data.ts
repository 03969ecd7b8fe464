// The silos in the reference data (market/delivery.md, Silo certificates): places, grades, origins, and the certificates that exist when the market
// opens. Amounts are cents per ton, dates `YYYY-MM-DD`.
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Price } from '../kernel/units.ts';

export interface SiloOperator {
  readonly code: string;
  readonly name: string;
}

export interface SiloOrigin {
  readonly code: string;
  readonly name: string;
}

export interface PhysicalGrade {
  readonly instrument: string;
  /** `WM1`. */
  readonly code: string;
  readonly description: string;
  /** Deducted from the price; 0 for the grade of the contract. */
  readonly discount: Price;
}

/** The cost of transport from a silo to the reference point in a season, deducted from the price. */
export interface LocationDifferential {
  readonly instrument: string;
  /** `2026/27`. */
  readonly season: string;
  readonly differential: Price;
}

export interface SiloLocation {
  /** `RANDF`. */
  readonly code: string;
  readonly name: string;
  /** The code of its operator. */
  readonly operator: string;
  readonly province: string;
  readonly access: 'road' | 'rail' | 'road and rail';
  /** Certificates of a location that is not registered cannot be tendered. */
  readonly registered: boolean;
  /** Per day. */
  readonly storageRate: Price;
  /** Business days from the request until grain is loaded out. */
  readonly loadOutDays: number;
  /** Periods without loading; none by default. */
  readonly closures?: readonly { readonly from: IsoDate; readonly to: IsoDate }[];
  /** An instrument without one is not accepted at the location. */
  readonly differentials: readonly LocationDifferential[];
}

/** A certificate as it is issued. Receipt numbers are capital letters and digits, at most 12. */
export interface IssuedCert {
  readonly siloReceiptNo: string;
  readonly instrument: string;
  /** A multiple of the instrument's contract size. */
  readonly tons: number;
  readonly grade: string;
  readonly origin: string;
  readonly location: string;
  readonly season: string;
  /** The principal: a member or a client. */
  readonly owner: string;
  readonly issuedOn: IsoDate;
  /** The last day of paid storage. */
  readonly storagePaidUntil: IsoDate;
  /** Its last valid day; without end by default. */
  readonly expiresOn?: IsoDate;
}

/** The amount that a short pays the long if it has not tendered by the last notice day. */
export interface DeliveryPenalty {
  readonly instrument: string;
  readonly penalty: Price;
}

export interface SiloData {
  readonly operators: readonly SiloOperator[];
  readonly origins: readonly SiloOrigin[];
  readonly grades: readonly PhysicalGrade[];
  readonly locations: readonly SiloLocation[];
  readonly penalties: readonly DeliveryPenalty[];
  readonly certificates: readonly IssuedCert[];
}
