// Generates changes of the reference data: files that differ from the market's first one in a few terms, rarely unusable ones.
import type { Instrument } from '../../contracts/instrument.ts';
import { mustExist } from '../../kernel/assert.ts';
import { asMoney, asPrice } from '../../kernel/units.ts';
import type { Future, Holiday, ReferenceData } from '../../reference/reference-data.ts';
import type { SiloData } from '../../reference/silo-data.ts';
import { type CommandGenerator, operate, type WeightedGenerator } from '../command-generator.ts';
import type { RandomValues } from '../random-values.ts';
import { withShortDated } from '../reference-files.ts';
import { wholeMarket } from '../whole-market.ts';

const barley: Instrument = {
  code: 'BARL',
  name: 'Barley',
  tonsPerContract: 50,
  tick: asPrice(20),
  settlement: 'physical',
  dailyLimit: asPrice(20_000),
  initialMargin: asMoney(1_000_000),
  months: [3, 12],
};
const barleyFuture = {
  instrument: 'BARL',
  year: 2027,
  month: 3,
  displaySeq: 900,
  mtm: asPrice(500_000),
  openInterest: 0,
};
const yellowMarch = {
  instrument: 'YMAZ',
  year: 2027,
  month: 3,
  displaySeq: 901,
  mtm: asPrice(390_000),
  openInterest: 70,
};

/** Holidays that are not dates of a contract. */
const moreHolidays: readonly Holiday[] = [
  { date: '2026-12-08', name: 'Election' },
  { date: '2027-02-09', name: 'By-election' },
];

const changed = (random: RandomValues) => (instrument: Instrument) => {
  const { code, marginGroup: _group, ...terms } = instrument;
  return {
    ...terms,
    code,
    tick: random.oneIn(60) ? asPrice(10) : terms.tick,
    dailyLimit: random.oneIn(4) ? asPrice(random.between(15, 21) * 1_000) : terms.dailyLimit,
    initialMargin: asMoney(random.oneIn(3) ? random.between(1, 30) * 100_000 : terms.initialMargin),
    ...(random.oneIn(4) ? { marginGroup: 'maize' } : {}),
  };
};

/** Rarely without a location that certificates may lie at. */
function changedSilo(random: RandomValues): SiloData {
  const silo = mustExist(wholeMarket.silo, 'the market has no silos');
  const locations = random.oneIn(8) ? silo.locations.slice(1) : silo.locations;
  return {
    ...silo,
    certificates: random.oneIn(8) ? silo.certificates : [],
    penalties: random.oneIn(3) ? silo.penalties.slice(1) : silo.penalties,
    locations: locations.map((location) => ({
      ...location,
      registered: !random.oneIn(6),
      differentials: location.differentials.map((differential) => ({
        ...differential,
        differential: random.oneIn(3) ? asPrice(random.between(40, 200) * 100) : differential.differential,
      })),
    })),
  };
}

/** Later or earlier days than those by rule: of November the last trading day, of December the expiry day of its options. */
const movedDates =
  (businessDay: string, random: RandomValues) =>
  (future: Future): Future => {
    if (future.instrument !== 'WMAZ' || businessDay > '2026-11-18' || random.oneIn(2)) return future;
    if (future.month === 11)
      return { ...future, lastTradingDay: random.oneIn(2) ? '2026-11-20' : '2026-11-24' };
    if (future.month === 12)
      return { ...future, optionExpiry: random.oneIn(2) ? '2026-11-19' : '2026-11-23' };
    return future;
  };

const applyReferenceData: CommandGenerator = (model, random) => {
  // An instrument stays once it is listed.
  const hasBarley = model.instruments.has('BARL') || random.oneIn(4);
  const referenceData: ReferenceData = {
    ...wholeMarket,
    market: { ...wholeMarket.market, ...(random.oneIn(2) && { deliveryVatPercent: 15 }) },
    holidays: [...wholeMarket.holidays, ...moreHolidays.filter(() => random.oneIn(3))],
    instruments: [...wholeMarket.instruments, ...(hasBarley ? [barley] : [])].map(changed(random)),
    ...(random.oneIn(2) && { silo: changedSilo(random) }),
    futures: [
      ...wholeMarket.futures.map(movedDates(model.businessDay, random)),
      ...(hasBarley ? [barleyFuture] : []),
      ...(random.oneIn(4) ? [yellowMarch] : []),
    ],
  };
  const expires = random.pick(['2026-11-24', '2026-12-04', '2026-12-11']) ?? '';
  const effectiveFrom = random.oneIn(6)
    ? (random.pick(['2026-11-26', '2026-12-09', '2026-11-18']) ?? null)
    : null;
  return operate({
    kind: 'applyReferenceData',
    effectiveFrom,
    referenceData: random.oneIn(2) ? withShortDated(referenceData, { expires }) : referenceData,
  });
};

export const generators: readonly WeightedGenerator[] = [[2, applyReferenceData]];
