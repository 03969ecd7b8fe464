// The checks that reference data must pass before a market can open on it: names that are used twice, references to
// nothing, prices off their tick. The first fault is returned in words.
import { futureName } from '../contracts/contract-names.ts';
import { parseIsoDate } from '../kernel/civil-date.ts';
import { asMoney, volatility } from '../kernel/units.ts';
import { derivedContractsFault } from './derived-contracts-check.ts';
import { clearingMemberOf, type ReferenceData } from './reference-data.ts';
import { siloDataFault } from './silo-data-check.ts';

/** Null when a market can open on the data, else the first fault, as the end of a sentence. */
export function referenceDataFault(data: ReferenceData): string | null {
  return (
    repeated('instrument', data.instruments, ({ code }) => code) ??
    repeated('member', data.members, ({ code }) => code) ??
    repeated('dealer', data.dealers, ({ member, code }) => `${member}/${code}`) ??
    repeated('client', data.clients, ({ code }) => code) ??
    repeated('contract', data.futures, (future) => futureName(future.instrument, future)) ??
    repeated('displaySeq', data.futures, ({ displaySeq }) => String(displaySeq)) ??
    repeated('holiday', data.holidays, ({ date }) => date) ??
    holidayFault(data) ??
    rulesFault(data) ??
    instrumentFault(data) ??
    futureFault(data) ??
    derivedContractsFault(data) ??
    partyFault(data) ??
    tripartiteFault(data) ??
    siloDataFault(data)
  );
}

function repeated<T>(what: string, items: readonly T[], nameOf: (item: T) => string): string | null {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) return `${what} ${name} is listed twice`;
    seen.add(name);
  }
  return null;
}

function holidayFault(data: ReferenceData): string | null {
  const wrong = data.holidays.find(({ date }) => parseIsoDate(date) === null);
  return wrong === undefined ? null : `holiday "${wrong.date}" is not a date`;
}

function rulesFault({
  market: { marks, vatPercent = 0, paymentCutOff = '00:00' },
}: ReferenceData): string | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(paymentCutOff))
    return `the market has "${paymentCutOff}" as the cut-off of payments, which is no time`;
  if (!isCount(vatPercent) || vatPercent > 100) return `the market takes ${vatPercent} % VAT`;
  const figures = marks === undefined ? [] : Object.entries(marks);
  const mayBeZero = ['closingMinutes', 'standingSeconds'];
  const [wrong] = figures.filter(([name, value]) =>
    mayBeZero.includes(name) ? !isCount(value) : !positive(value),
  );
  return wrong === undefined ? null : `the marks have ${wrong[1]} as ${wrong[0]}`;
}

function instrumentFault(data: ReferenceData): string | null {
  for (const {
    code,
    tick,
    tonsPerContract,
    dailyLimit,
    initialMargin,
    classSpreadMargin = asMoney(0),
    volatilityRange = volatility(0),
    bookingFee,
    months = [],
  } of data.instruments) {
    if (!positive(tick)) return `instrument ${code} has a tick of ${tick} cents`;
    if (!positive(tonsPerContract)) return `instrument ${code} has ${tonsPerContract} tons per contract`;
    if (dailyLimit !== null && !positive(dailyLimit))
      return `instrument ${code} has a daily limit of ${dailyLimit} cents`;
    if (!isCount(initialMargin)) return `instrument ${code} has no usable initial margin`;
    if (!isCount(classSpreadMargin) || !isCount(volatilityRange))
      return `instrument ${code} has no usable class-spread margin or volatility range`;
    const fees = bookingFee === undefined ? [] : [bookingFee.own, bookingFee.client];
    if (fees.some(({ future, option }) => !isCount(future) || !isCount(option)))
      return `instrument ${code} has no usable booking fee`;
    const wrong = months.find((month) => !Number.isInteger(month) || month < 1 || month > 12);
    if (wrong !== undefined) return `instrument ${code} has month ${wrong}`;
    if (months.length > 0 && !data.futures.some(({ instrument }) => instrument === code))
      return `instrument ${code} has months but no contract to begin with`;
  }
  return null;
}

function futureFault(data: ReferenceData): string | null {
  const ticks = new Map(data.instruments.map(({ code, tick }) => [code, tick]));
  for (const future of data.futures) {
    const name = futureName(future.instrument, future);
    const tick = ticks.get(future.instrument);
    if (tick === undefined) return `contract ${name} is on an instrument that is not listed`;
    if (!Number.isInteger(future.month) || future.month < 1 || future.month > 12)
      return `contract ${name} has month ${future.month}`;
    if (!Number.isInteger(future.year) || future.year < 1970 || future.year > 9999)
      return `contract ${name} has year ${future.year}`;
    if (!positive(future.displaySeq)) return `contract ${name} has displaySeq ${future.displaySeq}`;
    if (!positive(future.mtm) || future.mtm % tick !== 0)
      return `contract ${name} has an MTM of ${future.mtm} cents, off its tick of ${tick}`;
    if (!Number.isSafeInteger(future.openInterest) || future.openInterest < 0)
      return `contract ${name} has no usable open interest`;
  }
  return null;
}

function partyFault(data: ReferenceData): string | null {
  const members = new Map(data.members.map((member) => [member.code, member]));
  for (const { code, member, branch } of data.dealers) {
    const found = members.get(member);
    if (found === undefined) return `dealer ${code} belongs to member ${member}, which is not listed`;
    if (!found.branches.includes(branch))
      return `dealer ${code} is in branch ${branch}, which member ${member} does not have`;
  }
  for (const { code, member } of data.clients) {
    if (!members.has(member)) return `client ${code} belongs to member ${member}, which is not listed`;
    if (members.has(code)) return `client ${code} has the code of a member`;
  }
  for (const { code, clearingMember } of data.members) {
    if (clearingMember === undefined) continue;
    const through = members.get(clearingMember);
    if (through === undefined)
      return `member ${code} clears through member ${clearingMember}, which is not listed`;
    if (clearingMemberOf(through) !== clearingMember)
      return `member ${code} clears through member ${clearingMember}, which does not clear for itself`;
  }
  for (const { code, subAccounts = [] } of [...data.members, ...data.clients]) {
    const fault = repeated(`sub-account of ${code}`, subAccounts, (name) => name);
    if (fault !== null) return fault;
  }
  return null;
}

function tripartiteFault(data: ReferenceData): string | null {
  const members = new Set(data.members.map(({ code }) => code));
  const clients = new Map(data.clients.map(({ code, member }) => [code, member]));
  for (const { client, executingMember, carryingMember } of data.tripartites ?? []) {
    const name = `the tripartite arrangement of ${client} with ${executingMember} and ${carryingMember}`;
    if (clients.get(client) !== carryingMember) return `${name} names no client of ${carryingMember}`;
    if (!members.has(executingMember))
      return `${name} is with member ${executingMember}, which is not listed`;
    if (executingMember === carryingMember) return `${name} has the same member on both sides`;
  }
  return repeated(
    'tripartite arrangement',
    data.tripartites ?? [],
    ({ client, executingMember, carryingMember }) => `${client} ${executingMember} ${carryingMember}`,
  );
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const positive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
