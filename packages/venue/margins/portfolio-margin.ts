// The initial margin of an account (market/money.md, Initial margin): portfolio scanning for each expiry, relief between expiries of
// an instrument (class spreads), and between instruments of a group (series spreads). A pure function of the portfolio, so
// that the same figures serve the clearing run, the check of limits and a preview.
import { type ExpiryPositions, type MarginScan, scanMargin } from '@openpit/pricing';
import { asMoney, type Money } from '../kernel/units.ts';

/** An account's futures and options on one future. */
export interface ExpiryPortfolio {
  /** The name of the future. */
  readonly contract: string;
  readonly positions: ExpiryPositions;
}

/** An account's positions in one instrument. */
export interface ClassPortfolio {
  readonly instrument: string;
  readonly tonsPerContract: number;
  /** Instruments of one group relieve each other's margin; null if there is no group. */
  readonly marginGroup: string | null;
  readonly initialMargin: Money;
  readonly classSpreadMargin: Money;
  /** The nearest first. */
  readonly expiries: readonly ExpiryPortfolio[];
}

interface ExpiryMargin {
  readonly contract: string;
  /** The largest loss of the 21 scenarios, at least the minimum for short options. */
  readonly scanLoss: Money;
}
export interface ClassMargin {
  readonly instrument: string;
  readonly expiries: readonly ExpiryMargin[];
  /** How much the class spreads lower the sum of the scan losses; 0 or more. */
  readonly classRelief: Money;
  /** How much the series spreads further lower the sum; 0 or more. */
  readonly seriesRelief: Money;
  readonly margin: Money;
}
interface AccountMargin {
  readonly margin: Money;
  readonly classes: readonly ClassMargin[];
}

/** The part of the initial margin of paired lots that series spreads relieve, in percent. */
const seriesReliefPercent = 40;
/** Cents per ton of short options out of the money. */
const shortOptionMinimum = 5_000;

type Scan = (expiry: ExpiryPortfolio) => MarginScan;

/**
 * Computes margins of portfolios that differ in few positions, such as an account before and after an order, and scans each
 * expiry only once. All portfolios must be valued at the same prices.
 */
export function scanOnce(): Scan {
  const scans = new Map<string, MarginScan>();
  return (expiry) => {
    const { futures, options } = expiry.positions;
    const optionTexts = options.map(({ type, strike, lots }) => `${type} ${strike} ${lots}`).sort();
    const key = [expiry.contract, futures, ...optionTexts].join('|');
    const margins = scans.get(key) ?? scanMargin(expiry.positions);
    scans.set(key, margins);
    return margins;
  };
}

/** 0 for an account without positions. `scan`: how each expiry is scanned. */
export function portfolioMargin(
  classes: readonly ClassPortfolio[],
  scan: Scan = ({ positions }) => scanMargin(positions),
): AccountMargin {
  const before = classes.map((classPortfolio) => classMargin(classPortfolio, scan));
  relieveSeries(before);
  const margins = before.map(({ portfolio, expiries, classRelief, seriesRelief, margin }) => ({
    instrument: portfolio.instrument,
    expiries,
    classRelief,
    seriesRelief: asMoney(seriesRelief),
    margin: asMoney(margin - seriesRelief),
  }));
  return { margin: asMoney(margins.reduce((sum, { margin }) => sum + margin, 0)), classes: margins };
}

interface WorkingClass {
  readonly portfolio: ClassPortfolio;
  readonly expiries: readonly ExpiryMargin[];
  readonly classRelief: Money;
  readonly margin: number;
  /** Delta in tons that no class spread has used; all of one sign. */
  deltaTons: number;
  seriesRelief: number;
}

function classMargin(portfolio: ClassPortfolio, scan: Scan): WorkingClass {
  const { initialMargin, classSpreadMargin, tonsPerContract } = portfolio;
  const deltas: number[] = [];
  const expiries = portfolio.expiries.map((expiry): ExpiryMargin => {
    const { loss, deltaLots, shortLotsOutOfTheMoney } = scan(expiry);
    deltas.push(deltaLots);
    const minimum = shortOptionMinimum * tonsPerContract * shortLotsOutOfTheMoney;
    return { contract: expiry.contract, scanLoss: asMoney(Math.max(Math.round(loss), minimum)) };
  });
  const scanned = expiries.reduce((sum, { scanLoss }) => sum + scanLoss, 0);
  const paired = pairExpiries(deltas);
  const atLeast = Math.round(2 * paired * classSpreadMargin);
  const relieved = scanned - Math.round(2 * paired * initialMargin) + atLeast;
  const margin = Math.min(Math.max(relieved, atLeast), scanned);
  const deltaTons = deltas.reduce((sum, delta) => sum + delta, 0) * tonsPerContract;
  return { portfolio, expiries, classRelief: asMoney(scanned - margin), margin, deltaTons, seriesRelief: 0 };
}

/** Offsets long delta lots of one expiry against short ones of another, the nearest expiries first; returns the pairs. */
function pairExpiries(deltas: number[]): number {
  let paired = 0;
  for (let near = 0; near < deltas.length; near += 1)
    for (let far = near + 1; far < deltas.length; far += 1) {
      const [nearDelta = 0, farDelta = 0] = [deltas[near], deltas[far]];
      if (nearDelta > 0 === farDelta > 0 || nearDelta === 0 || farDelta === 0) continue;
      const lots = Math.min(Math.abs(nearDelta), Math.abs(farDelta));
      deltas[near] = nearDelta > 0 ? nearDelta - lots : nearDelta + lots;
      deltas[far] = farDelta > 0 ? farDelta - lots : farDelta + lots;
      paired += lots;
    }
  return paired;
}

/** Offsets the remaining positions in instruments of one group, in equal tons, in the order of the instruments. */
function relieveSeries(classes: readonly WorkingClass[]): void {
  classes.forEach((workingClass, at) => {
    for (const other of classes.slice(at + 1)) {
      const group = workingClass.portfolio.marginGroup;
      if (group === null || group !== other.portfolio.marginGroup) continue;
      if (
        workingClass.deltaTons > 0 === other.deltaTons > 0 ||
        workingClass.deltaTons === 0 ||
        other.deltaTons === 0
      )
        continue;
      const tons = Math.min(Math.abs(workingClass.deltaTons), Math.abs(other.deltaTons));
      for (const side of [workingClass, other]) {
        const { initialMargin, tonsPerContract } = side.portfolio;
        const relief = Math.floor((tons * initialMargin * seriesReliefPercent) / (tonsPerContract * 100));
        side.seriesRelief = Math.min(side.seriesRelief + relief, side.margin);
        side.deltaTons += side.deltaTons > 0 ? -tons : tons;
      }
    }
  });
}
