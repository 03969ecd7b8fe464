// The stage of the demonstration's past: its accounts, the contracts that it names by their place, its times, and deals between two accounts.

import type { MarketView } from '@openpit/projections';
import {
  type Actor,
  type Command,
  type ContractListing,
  type Day,
  type Holidays,
  type IsoDate,
  otherSide,
  type Price,
  type Side,
} from '@openpit/venue';
import { dayMs } from '@openpit/wire';
import type { ScheduleCalendar } from '../schedule/schedule-calendar.ts';
import { demoUsers } from './demo-users.ts';
import { type DealtAt, orderOf, type SimulatedUser } from './past-deals.ts';

/** The view of an act, and its means to act. */
export interface Scene {
  readonly at: number;
  readonly view: MarketView;
  readonly calendar: ScheduleCalendar;
  /** The last business day of the past. */
  readonly last: IsoDate;
  readonly send: (by: Actor, command: Command) => void;
  readonly isTrading: (contract: ContractListing) => boolean;
  /** The current price of a future, this many ticks above it, inside its limits. */
  readonly priceOf: (contract: ContractListing, ticks?: number) => Price;
}

export interface Past {
  readonly calendar: ScheduleCalendar;
  readonly from: number;
  readonly until: number;
  readonly days: number;
  /** The last business day of the past. */
  readonly present: Day;
  readonly holidays: Holidays;
}

export interface Act {
  readonly at: number;
  readonly act: (scene: Scene) => void;
}

export interface SceneAccount {
  readonly userId: string;
  readonly member: string;
  readonly principal: string;
  readonly capacity: 'P' | 'A';
  readonly subAccount?: string;
}

const [thandi, pieter] = demoUsers;

export const operator: Actor = { kind: 'operator', operatorId: 'demonstration' };

export const by = ({ userId }: { readonly userId: string }): Actor => ({ kind: 'user', userId });

const account = (
  dealer: (typeof demoUsers)[number] | undefined,
  principal: string,
  subAccount?: string,
): SceneAccount => {
  if (dealer === undefined) throw new RangeError('the demonstration has too few dealers');
  const { userId, member } = dealer;
  const capacity = principal === member ? 'P' : 'A';
  return { userId, member, principal, capacity, ...(subAccount !== undefined && { subAccount }) };
};

export const kand = account(thandi, 'KAND');
export const kandHedge = account(thandi, 'KAND', 'HEDGE');
export const rietvlei = account(thandi, '9996S', 'EAST');
export const rietvleiOwn = account(thandi, '9996S');
export const highveld = account(thandi, '9104K', 'MILL');
export const highveldOwn = account(thandi, '9104K');
export const sandrivier = account(thandi, '2207K');
export const veld = account(pieter, 'VELD');
export const vrystaat = account(pieter, '8001V', 'MILL');
export const vrystaatOwn = account(pieter, '8001V');
export const modderrivier = account(pieter, '8012V');

/** A future, by its place among the months that still trade when the past is over. */
export interface FuturePlace {
  readonly instrument: string;
  readonly place: number;
}

/** An option, this many strikes above the money. */
export interface OptionPlace {
  readonly flag: 'C' | 'P';
  readonly strikes: number;
}

export class Times {
  readonly #calendar: ScheduleCalendar;
  readonly #ends: readonly number[];
  readonly #until: number;
  readonly #today: number;

  constructor({ calendar, from, until, days }: Past) {
    this.#calendar = calendar;
    this.#until = until;
    this.#ends = calendar
      .between(from, until)
      .flatMap(({ at, step }) => (step.kind === 'endDay' ? [at] : []));
    const began = this.#ends[days - 1] ?? from;
    // Today's events are in the last hours, even on a long weekend.
    this.#today = Math.max(began + 60_000, until - 6 * 60 * 60_000);
  }

  /** A time of the market on a business day before the current one, or a share of the current one so far, in percent. */
  at(day: number, text: string): number {
    if (day === 0) return Math.floor(this.#today + ((this.#until - this.#today) * Number(text)) / 100);
    const end = this.#ends.at(day) ?? this.#ends[0] ?? this.#until;
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    const date = Date.parse(this.#calendar.dateOf(end)) / dayMs;
    return this.#calendar.timeOn(date as Day, hours * 60 + minutes);
  }
}

/** The future of an instrument by its place among the months that can be dealt in and are not yet delivered when the past ends. */
export function futureOf(
  { view, last }: Scene,
  { instrument, place }: FuturePlace,
): ContractListing | undefined {
  const { directory } = view;
  return directory
    .tradedContracts()
    .filter((contract) => contract.kind === 'future' && contract.instrument === instrument)
    .filter((contract) => directory.groupOf(contract) === 'world' || contract.firstDeliveryDay > last)
    .sort((a, b) => a.lastTradingDay.localeCompare(b.lastTradingDay))[place];
}

export function optionOf(
  scene: Scene,
  future: ContractListing,
  { flag, strikes }: OptionPlace,
): ContractListing | undefined {
  const { directory } = scene.view;
  const series = directory
    .tradedContracts()
    .filter(
      (option) => option.kind === 'option' && option.underlying === future.contract && option.flag === flag,
    )
    .sort((a, b) => a.strike - b.strike);
  const price = scene.priceOf(future);
  const nearest = series.reduce(
    (best, option, at) =>
      Math.abs(option.strike - price) < Math.abs((series[best]?.strike ?? 0) - price) ? at : best,
    0,
  );
  return series[Math.min(Math.max(nearest + strikes, 0), series.length - 1)];
}

/** An order that rests and an order that deals with it; the second account buys if `lots` is positive, and sells otherwise. */
export function dealBetween(
  scene: Scene,
  first: SceneAccount | SimulatedUser,
  second: SceneAccount | SimulatedUser,
  { lots: signed, ...rest }: { readonly contract: string; readonly lots: number } & DealtAt,
): void {
  const terms = { ...rest, lots: Math.abs(signed) };
  const side: Side = signed > 0 ? 'B' : 'S';
  scene.send(by(first), orderOf(first, { ...terms, side: otherSide(side) }));
  scene.send(by(second), orderOf(second, { ...terms, side }));
}
