// The checks that reference data must pass before a market can open on it: names that are used twice, references to unknown names, prices
// off their tick.
import {
  futureName,
  maxLotFee,
  maxLotValue,
  maxOpenInterest,
  maxPrice,
  maxPriceOf,
  maxTonsPerContract,
} from '@openpit/terms';
import { mustExist } from '../kernel/assert.ts';
import { isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { isBusinessDay } from '../kernel/trading-day.ts';
import { asMoney, volatility } from '../kernel/units.ts';
import { derivedContractsFaults } from './derived-contracts-check.ts';
import { datesOf } from './make-contracts.ts';
import { daysOf } from './market.ts';
import { clearingMemberOf, isVatNumber, type ReferenceData } from './reference-data.ts';
import {
  type Faults,
  type FaultUnits,
  isCount,
  isPositive,
  type ReferenceFault,
  repeatedNames,
} from './reference-fault.ts';
import { siloDataFaults } from './silo-data-check.ts';

const ofTheVenue: FaultUnits = {
  amount: (cents) => `${cents} cents`,
  figure: String,
  percent: String,
};

/** Returns null if a market can open on the data, otherwise the first fault, as the end of a sentence. */
export function referenceDataFault(data: ReferenceData): string | null {
  const [first] = faultsOf(data, ofTheVenue);
  return first?.text ?? null;
}

const dateFields = ['firstDeliveryDay', 'lastTradingDay', 'optionExpiry'] as const;

/**
 * The faults of the dates that the futures of a new market are given. When a market changes, its contracts are compared instead,
 * because dates that have passed do not matter any more.
 */
export function* openingDatesFaults({ futures, holidays }: ReferenceData): Faults {
  const days = daysOf(holidays);
  for (const [at, future] of futures.entries()) {
    const name = futureName(future.instrument, future);
    const dates = dateFields.map((field) => ({ field, given: future[field] }));
    // Another check reports them.
    if (dates.some(({ given }) => given !== undefined && parseIsoDate(given) === null)) continue;
    const closed = dates.filter(
      ({ given }) => given !== undefined && !isBusinessDay(mustExist(parseIsoDate(given), given), days),
    );
    for (const { field, given } of closed)
      yield {
        path: `futures.${at}.${field}`,
        text: `contract ${name} has "${given}" as ${field}, which is no business day`,
      };
    if (closed.length > 0) continue;
    const { firstDeliveryDay, lastTradingDay, optionExpiry } = datesOf(future, days);
    const path = `futures.${at}.lastTradingDay`;
    if (firstDeliveryDay > lastTradingDay)
      yield {
        path,
        text: `contract ${name} has its first delivery day after its last trading day: ${isoDate(firstDeliveryDay)}`,
      };
    if (optionExpiry > lastTradingDay)
      yield {
        path,
        text: `contract ${name} has its option expiry after its last trading day: ${isoDate(optionExpiry)}`,
      };
  }
}

/** All faults; empty if a market can open on the data. */
export const referenceDataFaults = (data: ReferenceData, units: FaultUnits): readonly ReferenceFault[] => [
  ...faultsOf(data, units),
];

function* faultsOf(data: ReferenceData, units: FaultUnits): Faults {
  const { instruments, members, dealers, clients, futures, holidays } = data;
  const code = { field: 'code', nameOf: (entry: { readonly code: string }) => entry.code };
  yield* repeatedNames('instrument', instruments, { list: 'instruments', ...code });
  yield* repeatedNames('member', members, { list: 'members', ...code });
  yield* repeatedNames('dealer', dealers, {
    list: 'dealers',
    field: 'code',
    nameOf: (dealer) => `${dealer.member}/${dealer.code}`,
  });
  yield* repeatedNames('client', clients, { list: 'clients', ...code });
  yield* repeatedNames('contract', futures, {
    list: 'futures',
    field: 'month',
    nameOf: (future) => futureName(future.instrument, future),
  });
  yield* repeatedNames('displaySeq', futures, {
    list: 'futures',
    field: 'displaySeq',
    nameOf: ({ displaySeq }) => String(displaySeq),
  });
  yield* repeatedNames('holiday', holidays, { list: 'holidays', field: 'date', nameOf: ({ date }) => date });
  yield* holidayFaults(data);
  yield* rulesFaults(data);
  yield* instrumentFaults(data, units);
  yield* futureFaults(data, units);
  yield* derivedContractsFaults(data, units);
  yield* partyFaults(data);
  yield* tripartiteFaults(data);
  yield* siloDataFaults(data, units);
}

function* holidayFaults({ holidays }: ReferenceData): Faults {
  for (const [at, { date }] of holidays.entries())
    if (parseIsoDate(date) === null)
      yield { path: `holidays.${at}.date`, text: `holiday "${date}" is not a date` };
}

function* rulesFaults({ market }: ReferenceData): Faults {
  const { marks, vatPercent = 0, deliveryVatPercent = 0, paymentCutOff = '00:00' } = market;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(paymentCutOff))
    yield {
      path: 'market.paymentCutOff',
      text: `the market has "${paymentCutOff}" as the cut-off of payments, which is no time`,
    };
  if (!isCount(vatPercent) || vatPercent > 100)
    yield { path: 'market.vatPercent', text: `the market takes ${vatPercent} % VAT` };
  if (!isCount(deliveryVatPercent) || deliveryVatPercent > 100)
    yield {
      path: 'market.deliveryVatPercent',
      text: `the market has ${deliveryVatPercent} % VAT on deliveries`,
    };
  const mayBeZero = ['closingMinutes', 'standingSeconds'];
  for (const [name, value] of marks === undefined ? [] : Object.entries(marks))
    if (mayBeZero.includes(name) ? !isCount(value) : !isPositive(value))
      yield { path: `market.marks.${name}`, text: `the marks have ${value} as ${name}` };
}

function* instrumentFaults(data: ReferenceData, { amount }: FaultUnits): Faults {
  for (const [at, instrument] of data.instruments.entries()) {
    const { code, tick, tonsPerContract, dailyLimit, initialMargin, bookingFee, months = [] } = instrument;
    const { classSpreadMargin = asMoney(0), volatilityRange = volatility(0) } = instrument;
    const fault = (field: string, text: string): ReferenceFault => ({
      path: `instruments.${at}.${field}`,
      text: `instrument ${code} has ${text}`,
    });
    if (!isPositive(tick)) yield fault('tick', `a tick of ${amount(tick)}`);
    if (!isPositive(tonsPerContract)) yield fault('tonsPerContract', `${tonsPerContract} tons per contract`);
    else if (tonsPerContract > maxTonsPerContract)
      yield fault('tonsPerContract', `${tonsPerContract} tons per contract, above ${maxTonsPerContract}`);
    const tooMuch = (perTon: number) => `, above the ${amount(perTon)} of a contract of this size`;
    const maxPriceHere = maxPriceOf(instrument);
    const maxFee = Math.floor(maxLotFee / tonsPerContract);
    if (tick > maxPriceHere) yield fault('tick', `a tick of ${amount(tick)}${tooMuch(maxPriceHere)}`);
    if (dailyLimit !== null && dailyLimit > maxPriceHere)
      yield fault('dailyLimit', `a daily limit of ${amount(dailyLimit)}${tooMuch(maxPriceHere)}`);
    for (const [field, margin] of Object.entries({ initialMargin, classSpreadMargin }))
      if (margin > maxLotValue)
        yield fault(field, `a margin of ${amount(margin)}, above ${amount(maxLotValue)}`);
    if (dailyLimit !== null && !isPositive(dailyLimit))
      yield fault('dailyLimit', `a daily limit of ${amount(dailyLimit)}`);
    if (!isCount(initialMargin)) yield fault('initialMargin', 'no usable initial margin');
    if (!isCount(classSpreadMargin) || !isCount(volatilityRange))
      yield fault(
        isCount(classSpreadMargin) ? 'volatilityRange' : 'classSpreadMargin',
        'no usable class-spread margin or volatility range',
      );
    const fees = bookingFee === undefined ? [] : [bookingFee.own, bookingFee.client];
    if (fees.some(({ future, option }) => !isCount(future) || !isCount(option)))
      yield fault('bookingFee', 'no usable booking fee');
    if (fees.some(({ future, option }) => Math.max(future, option) > maxFee))
      yield fault('bookingFee', `a booking fee${tooMuch(maxFee)}`);
    for (const [place, month] of months.entries())
      if (!Number.isInteger(month) || month < 1 || month > 12)
        yield fault(`months.${place}`, `month ${month}`);
    if (months.length > 0 && !data.futures.some((future) => future.instrument === code))
      yield { ...fault('months', 'months but no contract to begin with'), isMissing: true };
  }
}

function* futureFaults(data: ReferenceData, { amount, figure }: FaultUnits): Faults {
  const ticks = new Map(data.instruments.map(({ code, tick }) => [code, tick]));
  const instruments = new Map(data.instruments.map((instrument) => [instrument.code, instrument]));
  for (const [at, future] of data.futures.entries()) {
    const name = futureName(future.instrument, future);
    const fault = (field: string, text: string): ReferenceFault => ({
      path: `futures.${at}.${field}`,
      text: `contract ${name} ${text}`,
    });
    const tick = ticks.get(future.instrument);
    if (tick === undefined)
      yield { ...fault('instrument', 'is on an instrument that is not listed'), isMissing: true };
    if (!Number.isInteger(future.month) || future.month < 1 || future.month > 12)
      yield fault('month', `has month ${future.month}`);
    if (!Number.isInteger(future.year) || future.year < 1970 || future.year > 9999)
      yield fault('month', `has year ${future.year}`);
    if (!isPositive(future.displaySeq)) yield fault('displaySeq', `has displaySeq ${future.displaySeq}`);
    const isOff = tick !== undefined && isPositive(tick) && future.mtm % tick !== 0;
    if (!isPositive(future.mtm) || isOff)
      yield fault('mtm', `has an MTM of ${amount(future.mtm)}, off its tick of ${figure(tick ?? 0)}`);
    const instrument = instruments.get(future.instrument);
    const maxMtm = instrument === undefined ? maxPrice : maxPriceOf(instrument);
    if (future.mtm > maxMtm)
      yield fault(
        'mtm',
        `has an MTM of ${amount(future.mtm)}, above the ${amount(maxMtm)} of a contract of this size and tick`,
      );
    if (!isCount(future.openInterest) || future.openInterest > maxOpenInterest)
      yield fault(
        'openInterest',
        `has no usable open interest: it is a whole number up to ${maxOpenInterest}`,
      );
    for (const field of ['firstDeliveryDay', 'lastTradingDay', 'optionExpiry'] as const) {
      const date = future[field];
      if (date !== undefined && parseIsoDate(date) === null)
        yield fault(field, `has "${date}" as ${field}, which is not a date`);
    }
  }
}

function* partyFaults(data: ReferenceData): Faults {
  for (const list of ['members', 'clients'] as const)
    for (const [at, { code, vatNumber }] of data[list].entries())
      if (vatNumber !== undefined && !isVatNumber(vatNumber))
        yield {
          path: `${list}.${at}.vatNumber`,
          text: `${code} has "${vatNumber}" as VAT number, which has not 4 to 20 capital letters or digits`,
        };
  const members = new Map(data.members.map((member) => [member.code, member]));
  for (const [at, { code, member, branch }] of data.dealers.entries()) {
    const owner = members.get(member);
    if (owner === undefined)
      yield {
        path: `dealers.${at}.member`,
        text: `dealer ${code} belongs to member ${member}, which is not listed`,
        isMissing: true,
      };
    else if (!owner.branches.includes(branch))
      yield {
        path: `dealers.${at}.branch`,
        text: `dealer ${code} is in branch ${branch}, which member ${member} does not have`,
      };
  }
  for (const [at, { code, member }] of data.clients.entries()) {
    if (!members.has(member))
      yield {
        path: `clients.${at}.member`,
        text: `client ${code} belongs to member ${member}, which is not listed`,
        isMissing: true,
      };
    if (members.has(code))
      yield { path: `clients.${at}.code`, text: `client ${code} has the code of a member` };
  }
  for (const [at, { code, clearingMember }] of data.members.entries()) {
    if (clearingMember === undefined) continue;
    const path = `members.${at}.clearingMember`;
    const through = members.get(clearingMember);
    const clears = `member ${code} clears through member ${clearingMember}`;
    if (through === undefined) yield { path, text: `${clears}, which is not listed`, isMissing: true };
    else if (clearingMemberOf(through) !== clearingMember)
      yield { path, text: `${clears}, which does not clear for itself` };
  }
  for (const list of ['members', 'clients'] as const)
    for (const [at, { code, subAccounts = [] }] of data[list].entries())
      yield* repeatedNames(`sub-account of ${code}`, subAccounts, {
        list: `${list}.${at}.subAccounts`,
        field: '',
        nameOf: (name) => name,
      });
}

function* tripartiteFaults(data: ReferenceData): Faults {
  const members = new Set(data.members.map(({ code }) => code));
  const clients = new Map(data.clients.map(({ code, member }) => [code, member]));
  const tripartites = data.tripartites ?? [];
  for (const [at, { client, executingMember, carryingMember }] of tripartites.entries()) {
    const name = `the tripartite arrangement of ${client} with ${executingMember} and ${carryingMember}`;
    const path = `tripartites.${at}`;
    if (clients.get(client) !== carryingMember)
      yield { path: `${path}.client`, text: `${name} names no client of ${carryingMember}`, isMissing: true };
    if (!members.has(executingMember))
      yield {
        path: `${path}.executingMember`,
        text: `${name} is with member ${executingMember}, which is not listed`,
        isMissing: true,
      };
    if (executingMember === carryingMember)
      yield { path: `${path}.executingMember`, text: `${name} has the same member on both sides` };
  }
  yield* repeatedNames('tripartite arrangement', tripartites, {
    list: 'tripartites',
    field: '',
    nameOf: ({ client, executingMember, carryingMember }) => `${client} ${executingMember} ${carryingMember}`,
  });
}
