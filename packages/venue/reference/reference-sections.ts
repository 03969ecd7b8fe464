// The sections of the reference data that belong to the market itself: its rules, its holidays and the terms of its instruments.
import type { Contract } from '../contracts/contract.ts';
import type { Instrument, StrikeGrid } from '../contracts/instrument.ts';
import { amountText } from '../kernel/amount-text.ts';
import { type Day, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { type Market, type MarketChange, settlementDay } from './market.ts';
import {
  beginningOn,
  changedFields,
  type Difference,
  type FieldChange,
  type PlannedChange,
  type ReferenceSection,
  withFields,
} from './reference-change.ts';
import type { Holiday, MarketHours, MarketRules, ReferenceData } from './reference-data.ts';

const ruleLabels: Readonly<Record<keyof MarketRules, string>> = {
  name: 'the name of the market',
  disclosesMembers: 'whether depth shows the codes of other members',
  selfMatch: 'the rule for self-matches',
  marks: 'the figures of the MTM procedure',
  vatPercent: 'the VAT on booking fees',
  paymentCutOff: 'the time until which payments are due',
  hours: 'the hours of the exchange day',
};

export const rulesSection: ReferenceSection<unknown, FieldChange<MarketRules>> = {
  name: 'rules',
  compare: ({ market: { rules } }, file) =>
    changedFields(rules, file.market, fieldsOf(ruleLabels)).map(({ change, was }) => ({
      text:
        change.field === 'hours'
          ? `${ruleLabels.hours} change ${fromTo(was, change.value, hoursText)}`
          : `${ruleLabels[change.field]} changes ${fromTo(was, change.value, plain)}`,
      change,
    })),
};

const hoursText = (value: unknown): string => {
  const { name, steps } = value as MarketHours;
  return `"${name}" (${steps.length} steps)`;
};

/** `name`: null where the day is no holiday any more. */
export interface HolidayChange {
  readonly date: Holiday['date'];
  readonly name: string | null;
}

export const holidaysSection: ReferenceSection<unknown, HolidayChange> = {
  name: 'holidays',
  compare: ({ market, from }, file) => {
    const now = namesOf(market.referenceData);
    const wanted = namesOf(file);
    // What was a holiday in the past is history.
    const coming = [...new Set([...now.keys(), ...wanted.keys()])].filter(
      (date) => date > isoDate(market.businessDay) && now.get(date) !== wanted.get(date),
    );
    return coming.sort().map((date): Difference<HolidayChange> => {
      const [was, name] = [now.get(date), wanted.get(date) ?? null];
      if (date <= isoDate(from))
        return {
          fault: `the holiday ${date} cannot change from ${isoDate(from)}, because it is not after that day`,
        };
      const touched = was === undefined ? contractEndingOn(market, from, date) : undefined;
      if (touched !== undefined)
        return {
          fault: `${date} cannot become a holiday, because it is a date of ${touched}, and listed contracts keep their dates`,
        };
      const what =
        name === null
          ? 'is no holiday any more'
          : was === undefined
            ? `becomes a holiday: ${name}`
            : `is called ${name}`;
      const moved = was === undefined || name === null ? movedNoticeDays(market, { date, name }) : [];
      return { text: [`${date} ${what}`, ...moved].join(', '), change: { date, name } };
    });
  },
};

const namesOf = ({ holidays }: Pick<ReferenceData, 'holidays'>): Map<string, string> =>
  new Map(holidays.map(({ date, name }) => [date, name]));

/** What the change of a holiday does to dates that follow from business days: each as a part of a sentence. */
function movedNoticeDays(market: Market, change: HolidayChange): string[] {
  const days = holidaysAfter(market, [change]).map(({ date }) => parseIsoDate(date));
  const holidays = new Set(days.filter((day) => day !== null));
  const moved = new Map<string, string[]>();
  for (const contract of market.listed) {
    if (contract.kind !== 'future') continue;
    const [before, after] = [settlementDay(market, contract), settlementDay({ holidays }, contract)];
    if (before === after || before < market.businessDay) continue;
    const [from, to] = [isoDate(before), isoDate(after)];
    const words = `from ${from} to ${to}${from.slice(0, 7) === to.slice(0, 7) ? '' : ', out of the delivery month'}`;
    moved.set(words, [...(moved.get(words) ?? []), contract.name]);
  }
  return [...moved].map(
    ([words, names]) => `which moves the last notice day of ${names.join(' and ')} ${words}`,
  );
}

/** A contract that still trades on the day and has this as one of its dates. */
function contractEndingOn({ listed }: Market, from: Day, date: string): string | undefined {
  const isDate = ({ lastDay, optionExpiry, firstDeliveryDay }: Contract) =>
    [lastDay, optionExpiry, firstDeliveryDay].some((day) => isoDate(day) === date);
  return listed.find((contract) => contract.kind === 'future' && contract.lastDay >= from && isDate(contract))
    ?.name;
}

/** The holidays as they would be after the change. */
export function holidaysAfter(
  { referenceData }: Pick<Market, 'referenceData'>,
  changes: readonly HolidayChange[],
): Holiday[] {
  const changed = new Set(changes.map(({ date }) => date));
  const added = changes.flatMap(({ date, name }) => (name === null ? [] : [{ date, name }]));
  const all = [...referenceData.holidays.filter(({ date }) => !changed.has(date)), ...added];
  return all.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** A new instrument, or a field of a listed one. */
export type InstrumentChange =
  | { readonly added: Instrument }
  | ({ readonly code: string } & FieldChange<Instrument>);

/** Contracts, positions and prices are counted in these. */
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
    ...file.instruments.flatMap((wanted) => {
      const now = market.instruments.get(wanted.code);
      if (now !== undefined) return termDifferences(now, wanted);
      return [{ text: `instrument ${wanted.code} (${wanted.name}) is added`, change: { added: wanted } }];
    }),
    ...missingInstruments(market, file).map((code) => ({
      fault: `instrument ${code} is not in the file, but an instrument cannot be removed: its contracts, deals and prices stay`,
    })),
  ],
};

const missingInstruments = ({ instruments }: Market, file: ReferenceData): string[] =>
  [...instruments.keys()].filter((code) => !file.instruments.some((one) => one.code === code));

function termDifferences(now: Instrument, wanted: Instrument): Difference<InstrumentChange>[] {
  const { code } = now;
  const fixed = changedFields(now, wanted, fieldsOf(fixedTerms)).map(({ change: { field, value }, was }) => ({
    fault: `${fixedTerms[field as keyof typeof fixedTerms]} of ${code} cannot change ${fromTo(was, value, termText(field))}, because contracts are listed`,
  }));
  const changeable = changedFields(now, wanted, fieldsOf(changeableTerms)).map(({ change, was }) => {
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

/** `from 200.00 to none`; a value that is left out or null is none. */
export function fromTo(before: unknown, after: unknown, text: (value: unknown) => string): string {
  const textOf = (value: unknown) => (value === undefined || value === null ? 'none' : text(value));
  return `from ${textOf(before)} to ${textOf(after)}`;
}

const fieldsOf = <Labels extends object>(labels: Labels) => Object.keys(labels) as (keyof Labels & string)[];

/** The instrument as it is on a business day that has not begun yet. */
export function instrumentOn(
  reference: { readonly planned: PlannedChange | null },
  instrument: Instrument,
  day: Day,
): Instrument {
  const changes = beginningOn(reference, instrumentsSection, day).flatMap((change) =>
    'code' in change && change.code === instrument.code ? [change] : [],
  );
  return changes.length === 0 ? instrument : withFields(instrument, changes);
}

/** What begins on a business day; null where nothing does. */
export function marketChangeOn(
  reference: { readonly planned: PlannedChange | null },
  market: Market,
  day: Day,
): MarketChange | null {
  const rules = beginningOn(reference, rulesSection, day);
  const holidays = beginningOn(reference, holidaysSection, day);
  const instruments = beginningOn(reference, instrumentsSection, day);
  if (rules.length + holidays.length + instruments.length === 0) return null;
  const codes = new Set(instruments.flatMap((one) => ('code' in one ? [one.code] : [])));
  const changed = [...market.instruments.values()].filter(({ code }) => codes.has(code));
  return {
    rules: withFields(market.rules, rules),
    holidays: holidaysAfter(market, holidays),
    instruments: [
      ...changed.map((instrument) => instrumentOn(reference, instrument, day)),
      ...instruments.flatMap((one) => ('added' in one ? [one.added] : [])),
    ],
  };
}
