// The sections of the reference data that belong to the market itself: its rules, its holidays and the terms of its instruments.
import { futureName, optionName } from '@openpit/terms';
import type { Contract, OptionTerms } from '../contracts/contract.ts';
import type { Instrument, StrikeGrid } from '../contracts/instrument.ts';
import { type Day, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { type Holidays, isBusinessDay } from '../kernel/trading-day.ts';
import { amountText } from '../kernel/units.ts';
import { hoursChange } from './hours-change.ts';
import {
  contractNamed,
  type DateMove,
  type Market,
  type MarketChange,
  seriesOn,
  settlementDay,
} from './market.ts';
import {
  beginningOn,
  type ComparedMarket,
  changedFields,
  type FieldChange,
  type PlannedChange,
  type ReferenceDifference,
  type ReferenceSection,
  withFields,
} from './reference-change.ts';
import type { Holiday, MarketRules, OptionSeries, ReferenceData } from './reference-data.ts';

const ruleLabels: Readonly<Record<keyof MarketRules, string>> = {
  name: 'the name of the market',
  disclosesMembers: 'whether depth shows the codes of other members',
  selfMatch: 'the rule for self-matches',
  marks: 'the figures of the MTM procedure',
  vatPercent: 'the VAT on booking fees',
  deliveryVatPercent: 'the VAT on deliveries',
  paymentCutOff: 'the time until which payments are due',
  hours: 'the hours of the exchange day',
};

export const rulesSection: ReferenceSection<unknown, FieldChange<MarketRules>> = {
  name: 'rules',
  compare: ({ market: { rules } }, file) =>
    changedFields(rules, file.market, fieldsOf(ruleLabels)).map(({ change, was }) => ({
      text:
        change.field === 'hours'
          ? `${ruleLabels.hours} change${hoursChange(was as MarketRules['hours'], change.value as MarketRules['hours'])}`
          : `${ruleLabels[change.field]} changes ${fromTo(was, change.value, plain)}`,
      change,
    })),
};

/** `name`: null if the day is no longer a holiday. */
export interface HolidayChange {
  readonly date: Holiday['date'];
  readonly name: string | null;
}

export const holidaysSection: ReferenceSection<unknown, HolidayChange> = {
  name: 'holidays',
  compare: (now, file) => {
    const { market, from } = now;
    const moves = dateMoves(now, file);
    const namesBefore = namesOf(market.referenceData);
    const namesAfter = namesOf(file);
    // Past holidays are history.
    const coming = [...new Set([...namesBefore.keys(), ...namesAfter.keys()])].filter(
      (date) => date > isoDate(market.businessDay) && namesBefore.get(date) !== namesAfter.get(date),
    );
    return coming.sort().map((date): ReferenceDifference<HolidayChange> => {
      const [was, name] = [namesBefore.get(date), namesAfter.get(date) ?? null];
      if (date <= isoDate(from))
        return {
          fault: `the holiday ${date} cannot change from ${isoDate(from)}, because it is not after that day`,
        };
      const touched = was === undefined ? contractsWithDate(now, moves, date) : [];
      if (touched.length > 0)
        return {
          fault: `${date} cannot become a holiday, because it is a date of ${touched.join(', ')}, and the file does not move that date`,
        };
      const holidayText =
        name === null
          ? 'is no longer a holiday'
          : was === undefined
            ? `becomes a holiday: ${name}`
            : `is called ${name}`;
      const moved = was === undefined || name === null ? movedNoticeDays(market, { date, name }, moves) : [];
      return { text: [`${date} ${holidayText}`, ...moved].join(', '), change: { date, name } };
    });
  },
};

const namesOf = ({ holidays }: Pick<ReferenceData, 'holidays'>): Map<string, string> =>
  new Map(holidays.map(({ date, name }) => [date, name]));

/** The effects of a changed holiday on dates that are derived from business days, each as a part of a sentence. */
function movedNoticeDays(market: Market, change: HolidayChange, moves: readonly Move[]): string[] {
  const holidays = daysIn(holidaysAfter(market, [change]));
  const moved = new Map<string, string[]>();
  for (const contract of market.listed) {
    // If the last trading day moves, the text about that move covers it.
    const isMoved = moves.some((move) => move.contract === contract.name && move.what === 'lastTradingDay');
    if (contract.kind !== 'future' || isMoved) continue;
    const [before, after] = [settlementDay(market, contract), settlementDay({ holidays }, contract)];
    if (before === after || before < market.businessDay) continue;
    const words = movedText(before, after);
    moved.set(words, [...(moved.get(words) ?? []), contract.name]);
  }
  return [...moved].map(
    ([words, names]) => `which moves the last notice day of ${names.join(' and ')} ${words}`,
  );
}

/** `from 2026-12-31 to 2027-01-04, out of the delivery month`. */
function movedText(before: Day, after: Day): string {
  const [from, to] = [isoDate(before), isoDate(after)];
  return `from ${from} to ${to}${from.slice(0, 7) === to.slice(0, 7) ? '' : ', out of the delivery month'}`;
}

/** The futures that still trade when the change begins and have this as one of their dates then, or as one of their options. */
function contractsWithDate(
  { market, from }: ComparedMarket<unknown>,
  moves: readonly Move[],
  date: string,
): string[] {
  return market.listed
    .filter((contract) => contract.kind === 'future' && contract.lastDay >= from)
    .filter((contract) =>
      Object.values(datesAfter(market, contract, moves))
        .flat()
        .some((day) => isoDate(day) === date),
    )
    .map(({ name }) => name);
}

/** A date of a contract that a file moves. */
interface Move extends DateMove {
  readonly was: Day;
}

const dateLabels: Readonly<Record<DateMove['what'], string>> = {
  firstDeliveryDay: 'the first delivery day',
  lastTradingDay: 'the last trading day',
  optionExpiry: 'the option expiry',
  expires: 'the expiry of the short-dated options',
};

/** The dates that a file moves, of futures that still trade when the change begins and of the options on them. */
function dateMoves({ market, from }: ComparedMarket<unknown>, file: ReferenceData): Move[] {
  const moves: Move[] = [];
  for (const future of file.futures) {
    const contract = market.contracts.get(futureName(future.instrument, future));
    if (contract === undefined || contract.lastDay < from) continue;
    const now = datesAfter(market, contract, []);
    for (const dateName of ['firstDeliveryDay', 'lastTradingDay', 'optionExpiry'] as const) {
      const to = future[dateName];
      if (to !== undefined && to !== isoDate(now[dateName]))
        moves.push({ contract: contract.name, what: dateName, was: now[dateName], to });
    }
  }
  for (const series of file.options ?? []) {
    const { expires } = series;
    const contract = market.contracts.get(futureName(series.instrument, series));
    if (expires === undefined || contract === undefined) continue;
    for (const { name, option } of seriesOn(market, contract)) {
      const was = option.expiry;
      const isMoved = was >= from && expires !== isoDate(was) && hasOptionOf(market, series, option);
      const move = { contract: contract.name, what: 'expires', option: name, was, to: expires } as const;
      if (isMoved && !moves.some((other) => other.option === name && other.to === expires)) moves.push(move);
    }
  }
  return moves;
}

/** Whether a series of a file contains a strike of a listed series. */
const hasOptionOf = (
  market: Market,
  series: OptionSeries,
  { underlying, series: number }: OptionTerms,
): boolean =>
  futureName(series.instrument, series) === underlying.name &&
  listedOptions(market, series).some((option) => option.series === number);

/** The options of a series of a file that are listed, one for each strike. */
export function listedOptions({ contracts }: Market, { strikes, ...series }: OptionSeries): OptionTerms[] {
  const on = futureName(series.instrument, series);
  return strikes.flatMap((strike) => {
    const call = contracts.get(optionName(on, { strike, type: 'call', isDelta: false }));
    return call?.option == null ? [] : [call.option];
  });
}

/** The dates of a future with the moves, and the days on which the options on it expire. */
function datesAfter(
  market: Pick<Market, 'listed'>,
  future: Contract,
  moves: readonly Move[],
): Record<'firstDeliveryDay' | 'lastTradingDay' | 'optionExpiry', Day> & {
  readonly expiries: readonly Day[];
} {
  const moved = (dateName: DateMove['what'], option?: string): Day | null => {
    const move = moves.find(
      (move) => move.contract === future.name && move.what === dateName && move.option === option,
    );
    return move === undefined ? null : parseIsoDate(move.to);
  };
  const optionExpiry = moved('optionExpiry') ?? future.optionExpiry;
  return {
    firstDeliveryDay: moved('firstDeliveryDay') ?? future.firstDeliveryDay,
    lastTradingDay: moved('lastTradingDay') ?? future.lastDay,
    optionExpiry,
    expiries: seriesOn(market, future).map(({ name, option: { expiry } }) => {
      const followed = expiry === future.optionExpiry ? optionExpiry : expiry;
      return moved('expires', name) ?? followed;
    }),
  };
}

/** The dates of listed contracts. A date moves with notice: the change begins before the old date and before the new one. */
export const datesSection: ReferenceSection<unknown, DateMove> = {
  name: 'dates',
  compare: (now, file) => {
    const { market, from } = now;
    const moves = dateMoves(now, file);
    if (moves.length === 0) return [];
    const holidays = holidaysWith(now, file);
    return moves.map((move): ReferenceDifference<DateMove> => {
      const { contract: name, what: dateName, option, was, to } = move;
      const label = `${dateLabels[dateName]} of ${name}`;
      const fault = (why: string) => ({
        fault: `${label} cannot move from ${isoDate(was)} to ${to}, because ${why}`,
      });
      const day = parseIsoDate(to);
      if (day === null) return fault('that is not a date');
      if (was < from || day < from)
        return fault(`the change begins on ${isoDate(from)}, after one of these days`);
      if (!isBusinessDay(day, holidays)) return fault('that is not a business day');
      const contract = market.contracts.get(name);
      if (contract === undefined) return fault('it is not listed');
      const after = datesAfter(market, contract, moves);
      if (after.firstDeliveryDay > after.lastTradingDay)
        return fault('its first delivery day would be after its last trading day');
      if (Math.max(after.optionExpiry, ...after.expiries) > after.lastTradingDay)
        return fault('options on it would expire after its last trading day');
      if (isForPart(market, file, move))
        return fault('the file has options that expire with them, without that date');
      const notice = dateName === 'lastTradingDay' ? movedNotice(market, { contract, day, holidays }) : '';
      return {
        text: `${label} moves from ${isoDate(was)} to ${to}${notice}`,
        change: { contract: name, what: dateName, ...(option === undefined ? {} : { option }), to },
      };
    });
  },
};

/** Whether a file gives the new expiry of a series to a part of its options only. */
function isForPart(market: Market, file: ReferenceData, { option: name, to }: Move): boolean {
  const option = name === undefined ? null : contractNamed(market, name).option;
  return (file.options ?? []).some(
    (series) => option !== null && series.expires !== to && hasOptionOf(market, series, option),
  );
}

function movedNotice(
  market: Market,
  {
    contract,
    day,
    holidays,
  }: { readonly contract: Contract; readonly day: Day; readonly holidays: Holidays },
): string {
  if (contract.instrument.settlement === 'cash') return '';
  const before = settlementDay(market, contract);
  const after = settlementDay({ holidays }, { ...contract, lastDay: day });
  return before === after ? '' : `, and its last notice day ${movedText(before, after)}`;
}

/** The holidays of the market, with the pending change applied. */
export function holidaysToCome(
  reference: { readonly planned: PlannedChange | null },
  market: Pick<Market, 'referenceData' | 'holidays'>,
): Holidays {
  const day = parseIsoDate(reference.planned?.effectiveFrom ?? '');
  const changes = day === null ? [] : beginningOn(reference, holidaysSection, day);
  return changes.length === 0 ? market.holidays : daysIn(holidaysAfter(market, changes));
}

/** The holidays as they would be after the changes of a file. */
export function holidaysWith(now: ComparedMarket<unknown>, file: ReferenceData): Holidays {
  const changes = holidaysSection
    .compare(now, file)
    .flatMap((difference) => ('change' in difference ? [difference.change] : []));
  return daysIn(holidaysAfter(now.market, changes));
}

const daysIn = (holidays: readonly Holiday[]): Holidays =>
  new Set(holidays.map(({ date }) => parseIsoDate(date)).filter((day) => day !== null));

/** The holidays as they would be after these changes. */
function holidaysAfter(
  { referenceData }: Pick<Market, 'referenceData'>,
  changes: readonly HolidayChange[],
): Holiday[] {
  const changed = new Set(changes.map(({ date }) => date));
  const added = changes.flatMap(({ date, name }) => (name === null ? [] : [{ date, name }]));
  const all = [...referenceData.holidays.filter(({ date }) => !changed.has(date)), ...added];
  return all.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** A new instrument, or a field of a listed one. */
type InstrumentChange =
  | { readonly added: Instrument }
  | ({ readonly code: string } & FieldChange<Instrument>);

/** Terms that cannot change, because contracts, positions and prices are counted in them. */
const fixedTerms = {
  tonsPerContract: 'the size of its contracts',
  tick: 'the tick',
  settlement: 'the settlement',
} as const;
const changeableTerms = {
  name: 'the name',
  dailyLimit: 'the daily limit',
  marginGroup: 'the margin group',
  strikes: 'the grid of strikes',
  months: 'the cycle of months',
} as const;

export const instrumentsSection: ReferenceSection<unknown, InstrumentChange> = {
  name: 'instruments',
  compare: ({ market }, file) => [
    ...file.instruments.flatMap((instrument) => {
      const now = market.instruments.get(instrument.code);
      if (now !== undefined) return termDifferences(now, instrument);
      return [
        {
          text: `instrument ${instrument.code} (${instrument.name}) is added`,
          change: { added: instrument },
        },
      ];
    }),
    ...missingInstruments(market, file).map((code) => ({
      fault: `instrument ${code} is not in the file, but an instrument cannot be removed: its contracts, deals and prices stay`,
    })),
  ],
};

const missingInstruments = ({ instruments }: Market, file: ReferenceData): string[] =>
  [...instruments.keys()].filter((code) => !file.instruments.some((instrument) => instrument.code === code));

function termDifferences(now: Instrument, instrument: Instrument): ReferenceDifference<InstrumentChange>[] {
  const { code } = now;
  const fixed = changedFields(now, instrument, fieldsOf(fixedTerms)).map(
    ({ change: { field, value }, was }) => ({
      fault: `${fixedTerms[field as keyof typeof fixedTerms]} of ${code} cannot change ${fromTo(was, value, termText(field))}, because contracts are listed`,
    }),
  );
  const changeable = changedFields(now, instrument, fieldsOf(changeableTerms)).map(({ change, was }) => {
    const { field, value } = change;
    const label = changeableTerms[field as keyof typeof changeableTerms];
    return {
      text: `${label} of ${code} changes ${fromTo(was, value, termText(field))}`,
      change: { code, ...change },
    };
  });
  return [...fixed, ...changeable];
}

function termText(field: keyof Instrument): (value: unknown) => string {
  if (field === 'tick' || field === 'dailyLimit') return (value) => amountText(Number(value));
  if (field === 'tonsPerContract') return (value) => `${String(value)} t`;
  if (field === 'strikes') return (value) => gridText(value as StrikeGrid);
  return plain;
}

const gridText = ({ near, far, nearSteps, farSteps = 0 }: StrikeGrid): string =>
  `${nearSteps} steps of ${amountText(near)} and ${farSteps} of ${amountText(far)}`;

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** `from 200.00 to none`; a value that is omitted or null is none. */
export function fromTo(before: unknown, after: unknown, text: (value: unknown) => string): string {
  const textOf = (value: unknown) => (value === undefined || value === null ? 'none' : text(value));
  return `from ${textOf(before)} to ${textOf(after)}`;
}

const fieldsOf = <Labels extends object>(labels: Labels) => Object.keys(labels) as (keyof Labels & string)[];

/** The instrument as it will be on a future business day. */
function instrumentOn(
  reference: { readonly planned: PlannedChange | null },
  instrument: Instrument,
  day: Day,
): Instrument {
  const changes = beginningOn(reference, instrumentsSection, day).flatMap((change) =>
    'code' in change && change.code === instrument.code ? [change] : [],
  );
  return changes.length === 0 ? instrument : withFields(instrument, changes);
}

/** The terms of a contract that determine its limits, as they will be on a future business day. */
export function contractOn(
  reference: { readonly planned: PlannedChange | null },
  { name, instrument, firstDeliveryDay }: Pick<Contract, 'name' | 'instrument' | 'firstDeliveryDay'>,
  day: Day,
): Pick<Contract, 'instrument' | 'firstDeliveryDay'> {
  const move = beginningOn(reference, datesSection, day).find(
    ({ contract, what }) => contract === name && what === 'firstDeliveryDay',
  );
  return {
    instrument: instrumentOn(reference, instrument, day),
    firstDeliveryDay: parseIsoDate(move?.to ?? '') ?? firstDeliveryDay,
  };
}

/** The rules of the market as they will be on a future business day. */
export const rulesOn = (
  reference: { readonly planned: PlannedChange | null },
  { rules }: Pick<Market, 'rules'>,
  day: Day,
): MarketRules => withFields(rules, beginningOn(reference, rulesSection, day));

/** The changes that begin on a business day; null if there are none. */
export function marketChangeOn(
  reference: { readonly planned: PlannedChange | null },
  market: Market,
  day: Day,
): MarketChange | null {
  const rules = beginningOn(reference, rulesSection, day);
  const holidays = beginningOn(reference, holidaysSection, day);
  const instruments = beginningOn(reference, instrumentsSection, day);
  const dates = beginningOn(reference, datesSection, day);
  if (rules.length + holidays.length + instruments.length + dates.length === 0) return null;
  const codes = new Set(instruments.flatMap((change) => ('code' in change ? [change.code] : [])));
  const changed = [...market.instruments.values()].filter(({ code }) => codes.has(code));
  return {
    rules: rulesOn(reference, market, day),
    holidays: holidaysAfter(market, holidays),
    instruments: [
      ...changed.map((instrument) => instrumentOn(reference, instrument, day)),
      ...instruments.flatMap((change) => ('added' in change ? [change.added] : [])),
    ],
    ...(dates.length === 0 ? {} : { dates }),
  };
}
