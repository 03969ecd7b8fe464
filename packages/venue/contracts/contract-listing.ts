// A contract as published in events: everything that a screen needs to show it on its first day.
import type { ContractKind } from '@openpit/terms';
import { type IsoDate, isoDate } from '../kernel/civil-date.ts';
import type { Price, Volatility } from '../kernel/units.ts';
import type { Contract } from './contract.ts';

/** The range of accepted prices, inclusive. */
export interface PriceLimits {
  readonly low: Price;
  readonly high: Price;
}

/** The values of a contract at the start of its first day. */
export interface FirstMarks {
  readonly mtm: Price;
  readonly limits: PriceLimits | null;
  readonly openInterest: number;
  /** The volatility of the MTM of an option or a delta. */
  readonly volatility?: Volatility;
}

export interface ContractListing extends FirstMarks {
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly contractDate: string;
  readonly systemCode: string;
  readonly flag: 'F' | 'C' | 'P';
  readonly strike: Price;
  readonly kind: ContractKind;
  readonly firstDeliveryDay: IsoDate;
  readonly lastTradingDay: IsoDate;
  readonly optionExpiry: IsoDate;
  /** The future of an option or a delta. */
  readonly underlying?: string;
  /** For a split or a spread. */
  readonly legs?: PairLegs;
}

/** The futures of a pair; its buyer buys `plus` and sells `minus`. */
interface PairLegs {
  /** The near month of a split, or the first-named instrument of a spread. */
  readonly near: string;
  readonly far: string;
  readonly plus: string;
  readonly minus: string;
  /** Lots of each leg in one lot of the pair. */
  readonly plusLots: number;
  readonly minusLots: number;
}

export function listingOf(contract: Contract, marks: FirstMarks): ContractListing {
  const { name, displaySeq, instrument, contractDate, systemCode, flag, strike, kind } = contract;
  const { option, pair } = contract;
  return {
    contract: name,
    displaySeq,
    instrument: instrument.code,
    contractDate,
    systemCode,
    flag,
    strike,
    kind,
    firstDeliveryDay: isoDate(contract.firstDeliveryDay),
    lastTradingDay: isoDate(contract.lastDay),
    optionExpiry: isoDate(contract.optionExpiry),
    ...marks,
    ...(option === null ? {} : { underlying: option.underlying.name }),
    ...(pair === null ? {} : { legs: legsOf(pair) }),
  };
}

function legsOf({ kind, plus, minus, plusLots, minusLots }: NonNullable<Contract['pair']>): PairLegs {
  const [near, far] = kind === 'split' ? [minus, plus] : [plus, minus];
  return { near: near.name, far: far.name, plus: plus.name, minus: minus.name, plusLots, minusLots };
}
