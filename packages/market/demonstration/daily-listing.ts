// The contracts that a demonstration lists while it runs, so that deliveries and the expiry of options can still be tried after weeks. They
// are white maize for delivery in the month that begins, and occasionally a short-dated series. It changes the reference data as an
// operator does.
import { type MarketView, withRates } from '@openpit/projections';
import {
  type Actor,
  asPrice,
  businessDaysAfter,
  type ContractListing,
  type ContractMonth,
  civilOf,
  contractDateName,
  contractDates,
  type Day,
  type Future,
  isoDate,
  nextBusinessDay,
  type OptionSeries,
  type OrderGateway,
  parseContractDate,
  parseIsoDate,
  type ReferenceData,
  ratesOf,
  type Venue,
} from '@openpit/venue';
import { deliveredInstrument, seriesInstruments, shortDatedCurve, strikesOn } from './daily-contracts.ts';

/** Business days until the expiry of a series; when none expires within them, one is listed. */
const daysToExpiry = 5;
/** The market assigns the numbers itself. */
const unusedSeq = 990_001;

type Listed = Pick<MarketView, 'directory' | 'rateTables'>;

/** The file that lists what should trade from the next business day on; null if that trades already. */
function nextListing({ directory, rateTables }: Listed): ReferenceData | null {
  const { market, holidays, contracts } = directory.referenceData;
  const today = parseIsoDate(directory.businessDay);
  if (market === null || today === null) return null;
  const days = directory.holidays();
  const from = nextBusinessDay(today, days);
  const futures = contracts.filter(
    ({ kind, lastTradingDay }) => kind === 'future' && lastTradingDay >= isoDate(from),
  );
  const spot = spotMonth(futures, from, (month) => contractDates(month, days).lastTradingDay);
  const series = shortDatedSeries(futures, contracts, {
    from,
    expiry: businessDaysAfter(from, daysToExpiry, days),
  });
  if (spot === null && series === null) return null;
  // The file must not change the rates that the operator has set for today or for the next day.
  const instruments = directory.referenceData.instruments.map((instrument) =>
    withRates(instrument, rateTables.nextRatesOf(instrument.code) ?? ratesOf(instrument)),
  );
  return {
    market,
    holidays,
    instruments,
    futures: [...futures.map(futureOf), ...(spot === null ? [] : [spot])],
    options: series === null ? [] : [series],
    members: [],
    dealers: [],
    clients: [],
  };
}

function spotMonth(
  futures: readonly ContractListing[],
  from: Day,
  lastDayOf: (month: ContractMonth) => Day,
): Future | null {
  const { year, month } = civilOf(from);
  const count =
    lastDayOf({ year, month }) >= from
      ? { year, month }
      : { year: month === 12 ? year + 1 : year, month: (month % 12) + 1 };
  const ownFutures = futures.filter(({ instrument }) => instrument === deliveredInstrument);
  const [nearest] = [...ownFutures].sort((a, b) => a.lastTradingDay.localeCompare(b.lastTradingDay));
  if (
    nearest === undefined ||
    ownFutures.some(({ contractDate }) => contractDate === contractDateName(count))
  )
    return null;
  return {
    instrument: deliveredInstrument,
    ...count,
    displaySeq: unusedSeq - 1,
    mtm: nearest.mtm,
    openInterest: 0,
  };
}

function shortDatedSeries(
  futures: readonly ContractListing[],
  contracts: readonly ContractListing[],
  { from, expiry }: { readonly from: Day; readonly expiry: Day },
): OptionSeries | null {
  const options = contracts.filter(({ kind }) => kind === 'option');
  const isSoon = (day: string) => day >= isoDate(from) && day <= isoDate(expiry);
  if (options.some((option) => seriesInstruments.includes(option.instrument) && isSoon(option.optionExpiry)))
    return null;
  // The strikes of a series that has expired keep their names.
  const had = new Set(options.map(({ underlying }) => underlying));
  const free = futures.filter(
    ({ contract, lastTradingDay }) => !had.has(contract) && lastTradingDay > isoDate(expiry),
  );
  const [future] = seriesInstruments.flatMap((code) => free.filter(({ instrument }) => instrument === code));
  if (future === undefined) return null;
  const { instrument, year, month, mtm } = futureOf(future);
  return {
    instrument,
    year,
    month,
    displaySeq: unusedSeq,
    strikes: strikesOn(mtm),
    curve: shortDatedCurve,
    expires: isoDate(expiry),
  };
}

function futureOf({ instrument, contractDate, displaySeq, mtm, openInterest }: ContractListing): Future {
  const month = parseContractDate(contractDate);
  if (month === null) throw new RangeError(`${contractDate} is no contract date`);
  return { instrument, ...month, displaySeq, mtm: asPrice(mtm), openInterest };
}

const operator: Actor = { kind: 'operator', operatorId: 'demonstration' };

/** Lists after each end of a day, and once now; returns a function that stops. */
export function startDailyListing({
  gateway,
  view,
  compareReferenceData,
  onFailure,
}: {
  readonly gateway: OrderGateway;
  readonly view: Listed;
  readonly compareReferenceData: Venue['compareReferenceData'];
  readonly onFailure: (error: unknown) => void;
}): () => void {
  const list = async () => {
    const referenceData = nextListing(view);
    if (referenceData === null) return;
    const compared = compareReferenceData({ referenceData, effectiveFrom: null });
    // A change that an operator has planned comes first: this one is made after another day.
    if ('code' in compared || compared.planned !== null || compared.faults.length > 0) return;
    await gateway.submit({
      by: operator,
      requestId: null,
      command: { kind: 'applyReferenceData', effectiveFrom: null, referenceData },
    });
  };
  void list().catch(onFailure);
  return gateway.onOutcome(({ events }) => {
    // After the outcome, which the projections may not have yet.
    if (events.some(({ kind }) => kind === 'dayEnded')) void Promise.resolve().then(list).catch(onFailure);
  });
}
