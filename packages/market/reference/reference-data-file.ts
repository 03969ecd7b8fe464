// Reads the file with a market's reference data (market/contracts.md, Instruments) and turns it into the units of the venue. Faults are
// reported with their paths in the file.

import {
  asMoney,
  asPrice,
  type Instrument,
  type MarketHours,
  type Price,
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
  expires: isoDate.optional(),
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
        expiresOn: isoDate.optional(),
        illustrative,
      }),
    )
    .default([]),
});

const fileSchema = z.strictObject({
  about: z.string().optional(),
  anchorDate: isoDate,
  market: z.strictObject({
    name,
    disclosesMembers: z.boolean(),
    selfMatch: z.enum(['reject', 'allow']),
    /** VAT on booking fees. */
    vatPercent: z.int().nonnegative().default(0),
    /** VAT on deliveries by sellers with a VAT number; none by default. */
    deliveryVatPercent: z.int().nonnegative().optional(),
    /** Payments that are due on a day are made until this time, `10:00`. */
    paymentCutOff: z.string().max(5).optional(),
    /** The hours of the exchange day, as in a file of `--schedule`, which they take the place of. */
    hours: hoursDocument.optional(),
    illustrative,
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
      .optional(),
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
        classSpreadMargin: margin.optional(),
        /** Points of volatility; four by default. */
        volatilityRange: percent.optional(),
        /** Instruments of one group relieve each other's margin. */
        marginGroup: name.optional(),
        /** Rand per ton before VAT. */
        bookingFee: z.strictObject({ own: feePerTon, client: feePerTon }).optional(),
        months: z.array(z.int().min(1).max(12)).min(1).optional(),
        strikes: z
          .strictObject({
            near: price,
            far: price,
            nearSteps: z.int().nonnegative(),
            farSteps: z.int().nonnegative().default(0),
          })
          .optional(),
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
        firstDeliveryDay: isoDate.optional(),
        lastTradingDay: isoDate.optional(),
        optionExpiry: isoDate.optional(),
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
        clearingMember: code.optional(),
        bank: name.optional(),
        vatNumber: vatNumber.optional(),
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
      vatNumber: vatNumber.optional(),
      illustrative,
    }),
  ),
  tripartites: z
    .array(z.strictObject({ client: code, executingMember: code, carryingMember: code, illustrative }))
    .default([]),
  silo: silo.optional(),
});

export interface MarketFile {
  /** The business day of the file's prices. */
  readonly anchorDate: string;
  readonly referenceData: ReferenceData;
}

const fail = (sentence: string) => new ReferenceDataError(sentence);

/** Throws ReferenceDataError, whose message has all faults of the file with their places. */
export function parseMarketFile(text: string, file: string): MarketFile {
  const subject = `The reference data ${file}`;
  const value = parseJson(text, subject, fail);
  const result = fileSchema.safeParse(value, { error: wordsOf });
  const faults = result.success ? faultsOf(result.data) : allFaults(value, result.error);
  if (!result.success || faults.length > 0) throw fail(faultLines(subject, faults));
  return { anchorDate: result.data.anchorDate, referenceData: referenceDataOf(result.data) };
}

type Entries = z.output<typeof fileSchema>;

/** Checks that the schema cannot make: references, ticks, grids and duplicate numbers. Amounts are in the units of the file. */
function faultsOf(entries: Entries): readonly (DocumentFault & { readonly isMissing?: true })[] {
  const written = (cents: number) => String(toRand(cents));
  const units = {
    amount: (cents: number) => `R${written(cents)}`,
    figure: (cents: number) => `R${written(cents)}`,
    percent: (hundredths: number) => `${written(hundredths)} %`,
  };
  return referenceDataFaults(referenceDataOf(entries), units).map((fault) => ({
    ...fault,
    path: fault.path.replace('.curve.atTheMoney', '.volatility').replace('.curve.', '.'),
  }));
}

/**
 * The faults of a file with entries of a wrong shape, with the faults of the remaining entries. An unknown name may belong to a
 * faulty entry, so it is not reported.
 */
function allFaults(value: unknown, error: z.ZodError): readonly DocumentFault[] {
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
  const others = faultsOf(rest.data)
    .filter(({ isMissing }) => isMissing !== true)
    .map(({ path, text }) => {
      const [section = '', at = '', ...inside] = path.split('.');
      const place = places.get(section)?.[Number(at)];
      return { path: place === undefined ? path : [section, place, ...inside].join('.'), text };
    });
  return [...faults, ...others];
}

function referenceDataOf({
  market,
  holidays,
  instruments,
  futures,
  options,
  splits,
  spreads,
  members,
  dealers,
  clients,
  tripartites,
  silo: siloEntries,
}: Entries): ReferenceData {
  const { marks, paymentCutOff, deliveryVatPercent, hours, illustrative: _made, ...rules } = market;
  return {
    market: {
      ...rules,
      ...(marks === undefined ? {} : { marks }),
      ...(paymentCutOff === undefined ? {} : { paymentCutOff }),
      ...(deliveryVatPercent === undefined ? {} : { deliveryVatPercent }),
      ...(hours === undefined ? {} : { hours: hoursIn(hours) }),
    },
    holidays,
    instruments: instruments.map(instrumentOf),
    futures: futures.map(
      ({ illustrative: _made, month: text, firstDeliveryDay, lastTradingDay, optionExpiry, ...future }) => ({
        ...future,
        ...monthOf(text),
        ...(firstDeliveryDay === undefined ? {} : { firstDeliveryDay }),
        ...(lastTradingDay === undefined ? {} : { lastTradingDay }),
        ...(optionExpiry === undefined ? {} : { optionExpiry }),
      }),
    ),
    options: options.map((series) => ({
      instrument: series.instrument,
      ...monthOf(series.month),
      displaySeq: series.displaySeq,
      strikes: strikesOf(series.strikes),
      curve: { atTheMoney: series.volatility, skewBelow: series.skewBelow, skewAbove: series.skewAbove },
      ...(series.expires === undefined ? {} : { expires: series.expires }),
    })),
    splits: splits.map(({ near, far, ...split }) => ({ ...split, near: monthOf(near), far: monthOf(far) })),
    spreads: spreads.map(({ month: text, ...spread }) => ({ ...spread, ...monthOf(text) })),
    members: members.map(({ illustrative: _made, clearingMember, bank, vatNumber, ...member }) => ({
      ...member,
      ...(clearingMember === undefined ? {} : { clearingMember }),
      ...(bank === undefined ? {} : { bank }),
      ...(vatNumber === undefined ? {} : { vatNumber }),
    })),
    dealers,
    clients: clients.map(({ illustrative: _made, vatNumber, ...client }) => ({
      ...client,
      ...(vatNumber === undefined ? {} : { vatNumber }),
    })),
    tripartites: tripartites.map(({ illustrative: _made, ...tripartite }) => tripartite),
    ...(siloEntries === undefined ? {} : { silo: siloOf(siloEntries) }),
  };
}

function hoursIn({ name, utcOffset, steps }: z.output<typeof hoursDocument>): MarketHours {
  return { name, utcOffset, steps };
}

function instrumentOf({
  illustrative: _made,
  classSpreadMargin,
  volatilityRange,
  marginGroup,
  strikes,
  months,
  bookingFee,
  ...instrument
}: z.output<typeof fileSchema>['instruments'][number]): Instrument {
  return {
    ...instrument,
    ...(classSpreadMargin === undefined ? {} : { classSpreadMargin }),
    ...(volatilityRange === undefined ? {} : { volatilityRange }),
    ...(marginGroup === undefined ? {} : { marginGroup }),
    ...(strikes === undefined ? {} : { strikes }),
    ...(months === undefined ? {} : { months }),
    ...(bookingFee === undefined ? {} : { bookingFee }),
  };
}

function siloOf({
  operators,
  origins,
  grades,
  locations,
  penalties,
  certificates,
}: z.output<typeof silo>): SiloData {
  const plain = <Entry extends { illustrative?: unknown }>({ illustrative: _made, ...entry }: Entry) => entry;
  return {
    operators: operators.map(plain),
    origins,
    grades: grades.map(plain),
    locations: locations.map(plain),
    penalties: penalties.map(plain),
    certificates: certificates.map(({ expiresOn, ...cert }) => ({
      ...plain(cert),
      ...(expiresOn === undefined ? {} : { expiresOn }),
    })),
  };
}

/** The text must match the pattern of a month. */
const monthOf = (text: string) => ({ year: Number(text.slice(0, 4)), month: Number(text.slice(5)) });

function strikesOf({ first, last, step }: Readonly<Record<'first' | 'last' | 'step', Price>>): Price[] {
  const count = step > 0 ? Math.floor((last - first) / step) + 1 : 0;
  return Array.from({ length: Math.max(0, count) }, (_, at) => asPrice(first + at * step));
}
