// The contracts that the demonstration lists in addition to its file, so that deliveries and exercise can be tried on every day of
// the year: white maize for delivery this month, and short-dated options, with a series that expires each day.
import {
  asPrice,
  businessDaysAfter,
  businessDaysBefore,
  civilOf,
  contractDates,
  type Day,
  type Future,
  type Holidays,
  type Instrument,
  type IsoDate,
  isoDate,
  type OptionSeries,
  type Price,
  parseIsoDate,
  type ReferenceData,
  volatility,
} from '@openpit/venue';

export const deliveredInstrument = 'WMAZ';
/** How much dearer grain for delivery now is than the next month, in rand per ton. */
const spotPremium = 46;
const spotOpenInterest = 640;
const firstSpotSeq = 1900;

/** Instruments without options in the file. The nearest month of each is omitted, because it may end before the options do. */
export const shortDated: readonly string[] = ['QWMZ', 'SORG'];
/** Instruments without options in the file: short-dated series are listed on their months while the demonstration runs. Each month gets one. */
export const seriesInstruments: readonly string[] = [...shortDated, 'KANS', 'REDW', 'BEAN', 'MEAL', 'OILS'];
/** The business days, counted from the current one, when a series expires, in the order of instruments and months. */
const expiries = [0, 1, 2, -2, 3, 4];
const firstOptionSeq = 90_001;
const strikesEachSide = 5;
export const shortDatedCurve = {
  atTheMoney: volatility(2_600),
  skewBelow: volatility(50),
  skewAbove: volatility(30),
};
/** From this price on, in cents, strikes have the wider spacing of oilseeds. */
const dearFrom = 600_000;
const grid = { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 10, farSteps: 0 };

/** The strikes of a short-dated series on a future with this MTM. */
export function strikesOn(mtm: Price): Price[] {
  const step = mtm < dearFrom ? grid.near : grid.far;
  const middle = Math.round(mtm / step);
  return Array.from({ length: strikesEachSide * 2 + 1 }, (_, at) =>
    asPrice((middle + at - strikesEachSide) * step),
  );
}

/** The data of a demonstration that opens on one business day and whose past ends on another. */
export function withDailyContracts(
  data: ReferenceData,
  {
    anchor,
    opening,
    present,
    holidays,
  }: {
    /** The day of the file. */
    readonly anchor: Day;
    readonly opening: Day;
    readonly present: Day;
    readonly holidays: Holidays;
  },
): ReferenceData {
  const spots = spotMonths(data, { days: [opening, present], opening, holidays });
  const options = shortDatedSeries(data, { present, holidays });
  return {
    ...data,
    instruments: data.instruments.map(
      (instrument): Instrument =>
        seriesInstruments.includes(instrument.code) ? { ...instrument, strikes: grid } : instrument,
    ),
    futures: [...spots, ...data.futures],
    options: [...(data.options ?? []), ...options],
    ...(data.silo === undefined ? {} : { silo: siloOn(data.silo, { anchor, opening }) }),
  };
}

/** The months of these days that are not listed and can still be dealt in. */
function spotMonths(
  { futures }: ReferenceData,
  {
    days,
    opening,
    holidays,
  }: { readonly days: readonly Day[]; readonly opening: Day; readonly holidays: Holidays },
): Future[] {
  const ownFutures = futures.filter(({ instrument }) => instrument === deliveredInstrument);
  const [next] = ownFutures;
  const spots: Future[] = [];
  for (const day of days) {
    const { year, month } = civilOf(day);
    const isListed = [...ownFutures, ...spots].some(
      (future) => future.year === year && future.month === month,
    );
    if (next === undefined || isListed || contractDates({ year, month }, holidays).lastTradingDay < opening)
      continue;
    spots.push({
      instrument: deliveredInstrument,
      year,
      month,
      displaySeq: firstSpotSeq + spots.length,
      mtm: asPrice(next.mtm + spotPremium * 100),
      openInterest: spotOpenInterest,
    });
  }
  return spots;
}

function shortDatedSeries(
  { futures }: ReferenceData,
  { present, holidays }: { readonly present: Day; readonly holidays: Holidays },
): OptionSeries[] {
  const underlyings = shortDated.flatMap((code) =>
    futures.filter(({ instrument }) => instrument === code).slice(1),
  );
  return expiries.flatMap((days, at): OptionSeries[] => {
    const future = underlyings[at];
    if (future === undefined) return [];
    const { instrument, year, month, mtm } = future;
    const expiry =
      days < 0 ? businessDaysBefore(present, -days, holidays) : businessDaysAfter(present, days, holidays);
    return [
      {
        instrument,
        year,
        month,
        displaySeq: firstOptionSeq + at * 100,
        strikes: strikesOn(mtm),
        curve: shortDatedCurve,
        expires: isoDate(expiry),
      },
    ];
  });
}

type SiloData = NonNullable<ReferenceData['silo']>;
type Cert = SiloData['certificates'][number];

/** The owners, tons and places of certificates in addition to the file's, so that there is grain to deliver each day. */
const moreCerts: readonly (readonly [owner: string, tons: number, location: string])[] = [
  ...['BOTHA', 'HOOPS', 'LICHT', 'REITZ', 'BETHA', 'RANDF'].flatMap((place) => [
    ['5044M', 200, place] as const,
    ['5044M', 100, place] as const,
    ['5044M', 200, place] as const,
  ]),
  ['KAND', 200, 'REITZ'],
  ['KAND', 100, 'LICHT'],
  ['VELD', 200, 'BOTHA'],
  ['8001V', 100, 'HOOPS'],
  ['9996S', 200, 'RANDF'],
];
const firstReceipt = 100_101;
/** Dates in the file belong to the season when it was written. */
const seasonOfFile = '2026/27';

/** Certificates, closures and seasons of the file, moved by as many days as the market opens after the file's own day. */
function siloOn(
  silo: SiloData,
  { anchor, opening }: { readonly anchor: Day; readonly opening: Day },
): SiloData {
  const season = seasonOf(opening);
  const moved = (date: IsoDate): IsoDate => {
    const day = parseIsoDate(date);
    return day === null ? date : isoDate((day + opening - anchor) as Day);
  };
  const seasonal = <One extends { readonly season: string }>(row: One): One =>
    row.season === seasonOfFile ? { ...row, season } : row;
  const [model] = silo.certificates.filter(({ instrument }) => instrument === deliveredInstrument);
  const certificates = [...silo.certificates];
  if (model !== undefined)
    for (const [at, [owner, tons, location]] of moreCerts.entries())
      certificates.push({ ...model, siloReceiptNo: `SR${firstReceipt + at}`, owner, tons, location });
  return {
    ...silo,
    locations: silo.locations.map(({ closures = [], ...location }) => ({
      ...location,
      closures: closures.map(({ from, to }) => ({ from: moved(from), to: moved(to) })),
      differentials: location.differentials.map(seasonal),
    })),
    certificates: certificates.map(
      (cert): Cert => ({
        ...seasonal(cert),
        issuedOn: moved(cert.issuedOn),
        storagePaidUntil: moved(cert.storagePaidUntil),
        ...(cert.expiresOn === undefined ? {} : { expiresOn: moved(cert.expiresOn) }),
      }),
    ),
  };
}

/** The season of grain of a day: it begins in May. */
function seasonOf(day: Day): string {
  const { year, month } = civilOf(day);
  const first = month >= 5 ? year : year - 1;
  return `${first}/${String((first + 1) % 100).padStart(2, '0')}`;
}
