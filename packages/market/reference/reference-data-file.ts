// Reads the file with a market's reference data (market/contracts.md, Instruments) and turns it into the units of the venue. Faults are
// reported with their paths in the file.

import {
  asMoney,
  asPrice,
  type MarketHours,
  openingDatesFaults,
  type Price,
  parseIsoDate,
  type ReferenceData,
  referenceDataFaults,
  type SiloData,
  type Volatility,
  volatility,
} from '@openpit/venue';
import { hasTwoDecimals, toCents, toHundredths, toRand } from '@openpit/wire';
import * as z from 'zod';
import { type DocumentFault, faultLines, parseJson, shapeFaults, wordsOf } from '../files/document-file.ts';
import { hoursDocument } from '../schedule/schedule.ts';

/** The file cannot be used; the message says where and why. */
export class ReferenceDataError extends Error {
  override name = 'ReferenceDataError';
}

const code = z.string().regex(/^[A-Z0-9]{1,8}$/, 'must be 1 to 8 capital letters or digits');
const name = z.string().min(1).max(80);
const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date YYYY-MM-DD');
/** Rand with at most two decimals, as cents. */
const cents = z.number().refine(hasTwoDecimals, 'must have at most two decimals').transform(toCents);
const above = (amount: number) => amount > 0;
const notBelow = (amount: number) => amount >= 0;
const mustBeAbove = 'must be above zero';
const mustNotBeBelow = 'must not be negative';
/** Rand per ton, positive. */
const price = cents.refine(above, mustBeAbove).transform(asPrice);
/** Rand per ton that may be nothing. */
const fee = cents.refine(notBelow, mustNotBeBelow).transform(asPrice);
/** Rand of a contract. */
const margin = cents.refine(notBelow, mustNotBeBelow).transform(asMoney);

/** The fields of an entry whose values are invented. */
const illustrative = z.array(z.string()).optional();

/** The sub-accounts that the exchange has enabled. */
const subAccounts = z.array(code).default([]);

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month YYYY-MM');
const displaySeq = z.int().positive();
/** Percent per year. */
const percent = z
  .number()
  .refine(hasTwoDecimals, 'must have at most two decimals')
  .transform((value): Volatility => volatility(toHundredths(value)));

const feePerTon = z.strictObject({ future: fee, option: fee });

const vatNumber = z.string().regex(/^[A-Z0-9]{4,20}$/, 'must be 4 to 20 capital letters or digits');

const optionSeries = z.strictObject({
  instrument: code,
  month,
  displaySeq,
  /** Strikes from the first to the last, at this distance. */
  strikes: z.strictObject({ first: price, last: price, step: price }),
  /** For short-dated options; by the rule for the month by default. */
  expires: isoDate.exactOptional(),
  volatility: percent,
  /** Additional volatility per R100 of a strike below the future, and above it. */
  skewBelow: percent,
  skewAbove: percent,
  illustrative,
});

const season = z.string().regex(/^\d{4}\/\d{2}$/, 'must be a season, such as 2026/27');

const silo = z.strictObject({
  operators: z.array(z.strictObject({ code, name, illustrative })),
  origins: z.array(z.strictObject({ code, name })),
  grades: z.array(z.strictObject({ instrument: code, code, description: name, discount: fee, illustrative })),
  locations: z.array(
    z.strictObject({
      code,
      name,
      operator: code,
      province: name,
      access: z.enum(['road', 'rail', 'road and rail']),
      registered: z.boolean(),
      /** Rand per ton and day. */
      storageRate: fee,
      loadOutDays: z.int().nonnegative(),
      closures: z.array(z.strictObject({ from: isoDate, to: isoDate })).default([]),
      differentials: z.array(z.strictObject({ instrument: code, season, differential: fee })),
      illustrative,
    }),
  ),
  /** Rand per ton, paid by a short that has not tendered by the last notice day. */
  penalties: z.array(z.strictObject({ instrument: code, penalty: fee, illustrative })).default([]),
  certificates: z
    .array(
      z.strictObject({
        siloReceiptNo: z.string().regex(/^[A-Z0-9]{1,12}$/, 'must be 1 to 12 capital letters or digits'),
        instrument: code,
        tons: z.int().positive(),
        grade: code,
        origin: code,
        location: code,
        season,
        owner: code,
        issuedOn: isoDate,
        storagePaidUntil: isoDate,
        expiresOn: isoDate.exactOptional(),
        illustrative,
      }),
    )
    .default([]),
});

const fileSchema = z.strictObject({
  about: z.string().optional(),
  anchorDate: isoDate.refine((date) => parseIsoDate(date) !== null, 'is not a date of the calendar'),
  market: z.strictObject({
    name,
    disclosesMembers: z.boolean(),
    selfMatch: z.enum(['reject', 'allow']),
    /** VAT on booking fees. */
    vatPercent: z.int().nonnegative().default(0),
    /** The marking of futures at the end of a day (market/money.md, MTM); the published rules by default. */
    marks: z
      .strictObject({
        windowMinutes: z.int().positive(),
        liquidLots: z.int().positive(),
        lockMinutes: z.int().positive(),
        lockLots: z.int().positive(),
        closingMinutes: z.int().nonnegative().default(5),
        standingSeconds: z.int().nonnegative().default(60),
        volatilityLots: z.int().positive(),
      })
      .exactOptional(),
    /** Payments that are due on a day are made until this time, `10:00`. */
    paymentCutOff: z.string().max(5).exactOptional(),
    /** VAT on deliveries by sellers with a VAT number; none by default. */
    deliveryVatPercent: z.int().nonnegative().exactOptional(),
    /** The hours of the exchange day, as in a file of `--schedule`, which they take the place of. */
    hours: hoursDocument.transform(({ about: _about, ...hours }): MarketHours => hours).exactOptional(),
    illustrative,
  }),
  holidays: z.array(z.strictObject({ date: isoDate, name })),
  instruments: z
    .array(
      z.strictObject({
        code,
        name,
        tonsPerContract: z.int().positive(),
        tick: price,
        settlement: z.enum(['physical', 'cash']),
        dailyLimit: price.nullable(),
        initialMargin: margin,
        /** Half the initial margin when omitted. */
        classSpreadMargin: margin.exactOptional(),
        /** Points of volatility; four by default. */
        volatilityRange: percent.exactOptional(),
        /** Instruments of one group relieve each other's margin. */
        marginGroup: name.exactOptional(),
        strikes: z
          .strictObject({
            near: price,
            far: price,
            nearSteps: z.int().nonnegative(),
            farSteps: z.int().nonnegative().default(0),
          })
          .exactOptional(),
        months: z.array(z.int().min(1).max(12)).min(1).exactOptional(),
        /** Rand per ton before VAT. */
        bookingFee: z.strictObject({ own: feePerTon, client: feePerTon }).exactOptional(),
        illustrative,
      }),
    )
    .min(1),
  futures: z
    .array(
      z.strictObject({
        instrument: code,
        month,
        displaySeq,
        mtm: price,
        openInterest: z.int().nonnegative(),
        /** Each by the rule for the month when omitted. */
        firstDeliveryDay: isoDate.exactOptional(),
        lastTradingDay: isoDate.exactOptional(),
        optionExpiry: isoDate.exactOptional(),
        illustrative,
      }),
    )
    .min(1),
  options: z.array(optionSeries).default([]),
  splits: z.array(z.strictObject({ instrument: code, near: month, far: month, displaySeq })).default([]),
  spreads: z.array(z.strictObject({ first: code, second: code, month, displaySeq })).default([]),
  members: z
    .array(
      z.strictObject({
        code,
        name,
        active: z.boolean(),
        branches: z.array(name).min(1),
        subAccounts,
        /** The member that pays and receives for it; itself by default. */
        clearingMember: code.exactOptional(),
        bank: name.exactOptional(),
        vatNumber: vatNumber.exactOptional(),
        illustrative,
      }),
    )
    .min(1),
  dealers: z.array(z.strictObject({ code, member: code, branch: name, name })),
  clients: z.array(
    z.strictObject({
      code,
      member: code,
      name,
      active: z.boolean(),
      subAccounts,
      vatNumber: vatNumber.exactOptional(),
      illustrative,
    }),
  ),
  tripartites: z
    .array(z.strictObject({ client: code, executingMember: code, carryingMember: code, illustrative }))
    .default([]),
  silo: silo.transform(siloOf).exactOptional(),
});

export interface MarketFile {
  /** The business day of the file's prices. */
  readonly anchorDate: string;
  readonly referenceData: ReferenceData;
}

const fail = (sentence: string) => new ReferenceDataError(sentence);

/**
 * Throws ReferenceDataError, whose message has all faults of the file with their places. `isNew`: the file opens a market, so the dates of
 * its futures must be business days in their order.
 */
export function parseMarketFile(text: string, file: string, isNew = false): MarketFile {
  const subject = `The reference data ${file}`;
  const value = parseJson(text, subject, fail);
  const result = fileSchema.safeParse(value, { error: wordsOf });
  const faults = result.success ? faultsOf(result.data, isNew) : allFaults(value, result.error, isNew);
  if (!result.success || faults.length > 0) throw fail(faultLines(subject, faults));
  return { anchorDate: result.data.anchorDate, referenceData: referenceDataOf(result.data) };
}

type Entries = z.output<typeof fileSchema>;

/** Checks that the schema cannot make: references, ticks, grids and duplicate numbers. Amounts are in the units of the file. */
function faultsOf(
  entries: Entries,
  isNew: boolean,
): readonly (DocumentFault & { readonly isMissing?: true })[] {
  const written = (cents: number) => String(toRand(cents));
  const units = {
    amount: (cents: number) => `R${written(cents)}`,
    figure: (cents: number) => `R${written(cents)}`,
    percent: (hundredths: number) => `${written(hundredths)} %`,
  };
  const data = referenceDataOf(entries);
  const faults = [...referenceDataFaults(data, units), ...(isNew ? openingDatesFaults(data) : [])];
  return faults.map((fault) => ({
    ...fault,
    path: fault.path.replace('.curve.atTheMoney', '.volatility').replace('.curve.', '.'),
  }));
}

/**
 * The faults of a file with entries of a wrong shape, with the faults of the remaining entries. An unknown name may belong to a
 * faulty entry, so it is not reported.
 */
function allFaults(value: unknown, error: z.ZodError, isNew: boolean): readonly DocumentFault[] {
  const faults = shapeFaults(error);
  const wrong = new Set(error.issues.map(({ path }) => path.slice(0, 2).join('.')));
  const wrongSections = new Set(
    error.issues.filter(({ path }) => path.length < 2).map(({ path }) => path[0]),
  );
  const places = new Map<string, readonly number[]>();
  const whole: Record<string, unknown> = {
    anchorDate: '2000-01-01',
    members: [],
    dealers: [],
    clients: [],
    holidays: [],
  };
  for (const [section, entries] of Object.entries(value ?? {})) {
    if (wrongSections.has(section)) continue;
    if (!Array.isArray(entries)) {
      if (![...wrong].some((path) => path.startsWith(`${section}.`))) whole[section] = entries;
      continue;
    }
    const keptIndices = entries.map((_entry, at) => at).filter((at) => !wrong.has(`${section}.${at}`));
    places.set(section, keptIndices);
    whole[section] = keptIndices.map((at) => entries[at]);
  }
  whole.market ??= { name: 'x', disclosesMembers: true, selfMatch: 'reject' };
  const rest = fileSchema.safeParse(whole);
  if (!rest.success) return faults;
  const others = faultsOf(rest.data, isNew)
    .filter(({ isMissing }) => isMissing !== true)
    .map(({ path, text }) => {
      const [section = '', at = '', ...inside] = path.split('.');
      const place = places.get(section)?.[Number(at)];
      return { path: place === undefined ? path : [section, place, ...inside].join('.'), text };
    });
  return [...faults, ...others];
}

function referenceDataOf({ about: _about, anchorDate: _day, ...entries }: Entries): ReferenceData {
  return {
    ...entries,
    market: published(entries.market),
    instruments: entries.instruments.map(published),
    futures: entries.futures.map(({ instrument, month: text, displaySeq, mtm, openInterest, ...dates }) => ({
      instrument,
      displaySeq,
      mtm,
      openInterest,
      ...monthOf(text),
      ...published(dates),
    })),
    options: entries.options.map(({ instrument, month: text, displaySeq, strikes, ...series }) => {
      const { volatility: atTheMoney, skewBelow, skewAbove, ...expiry } = published(series);
      return {
        instrument,
        ...monthOf(text),
        displaySeq,
        strikes: strikesOf(strikes),
        curve: { atTheMoney, skewBelow, skewAbove },
        ...expiry,
      };
    }),
    splits: entries.splits.map(({ near, far, ...split }) => ({
      ...split,
      near: monthOf(near),
      far: monthOf(far),
    })),
    spreads: entries.spreads.map(({ month: text, ...spread }) => ({ ...spread, ...monthOf(text) })),
    members: entries.members.map(published),
    clients: entries.clients.map(published),
    tripartites: entries.tripartites.map(published),
  };
}

function siloOf(entries: z.output<typeof silo>): SiloData {
  return {
    ...entries,
    operators: entries.operators.map(published),
    grades: entries.grades.map(published),
    locations: entries.locations.map(published),
    penalties: entries.penalties.map(published),
    certificates: entries.certificates.map(published),
  };
}

/** The entry without the list of its invented values. */
const published = <Entry extends { illustrative?: unknown }>({ illustrative: _made, ...entry }: Entry) =>
  entry;

/** The text must match the pattern of a month. */
const monthOf = (text: string) => ({ year: Number(text.slice(0, 4)), month: Number(text.slice(5)) });

function strikesOf({ first, last, step }: Readonly<Record<'first' | 'last' | 'step', Price>>): Price[] {
  const count = step > 0 ? Math.floor((last - first) / step) + 1 : 0;
  return Array.from({ length: Math.max(0, count) }, (_, at) => asPrice(first + at * step));
}
