// The checks of the silos in the reference data: duplicate names, references to unknown names, and invalid amounts.
import { maxLotValue } from '@openpit/terms';
import { mustExist } from '../kernel/assert.ts';
import { parseIsoDate } from '../kernel/civil-date.ts';
import type { ReferenceData } from './reference-data.ts';
import { type Faults, type FaultUnits, isCount, isPositive, repeatedNames } from './reference-fault.ts';
import type { IssuedCert, SiloData } from './silo-data.ts';

/** The data, other than the data on silos, that a certificate may refer to. */
interface CertContext {
  /** Tons of a contract, by instrument. */
  readonly tonsOf: ReadonlyMap<string, number>;
  isPrincipal(code: string): boolean;
}

/** The faults of the data on silos; none if the data is omitted. */
export function* siloDataFaults(
  { silo, instruments, members, clients }: ReferenceData,
  units: FaultUnits,
): Faults {
  if (silo === undefined) return;
  const principals = new Set([...members, ...clients].map(({ code }) => code));
  const context: CertContext = {
    tonsOf: new Map(instruments.map(({ code, tonsPerContract }) => [code, tonsPerContract])),
    isPrincipal: (code) => principals.has(code),
  };
  const byCode = (list: string) => ({
    list: `silo.${list}`,
    field: 'code',
    nameOf: ({ code }: { readonly code: string }) => code,
  });
  yield* repeatedNames('silo operator', silo.operators, byCode('operators'));
  yield* repeatedNames('origin', silo.origins, byCode('origins'));
  yield* repeatedNames('grade', silo.grades, {
    list: 'silo.grades',
    field: 'code',
    nameOf: ({ instrument, code }) => `${code} of ${instrument}`,
  });
  yield* repeatedNames('silo location', silo.locations, byCode('locations'));
  yield* repeatedNames('delivery penalty', silo.penalties, {
    list: 'silo.penalties',
    field: 'instrument',
    nameOf: ({ instrument }) => instrument,
  });
  yield* repeatedNames('certificate', silo.certificates, {
    list: 'silo.certificates',
    field: 'siloReceiptNo',
    nameOf: ({ siloReceiptNo }) => siloReceiptNo,
  });
  yield* gradeFaults(silo, context, units);
  yield* locationFaults(silo, context, units);
  for (const [at, cert] of silo.certificates.entries()) {
    const text = certFault(cert, silo, context);
    if (text !== null)
      yield {
        path: `silo.certificates.${at}`,
        text,
        ...(/ not (listed|have|accept)/.test(text) && { isMissing: true }),
      };
  }
}

/** The reason why this certificate cannot be issued; null if it can. The check does not include whether its number is free. */
export function certFault(cert: IssuedCert, silo: SiloData, context: CertContext): string | null {
  const name = `certificate ${cert.siloReceiptNo}`;
  const { instrument, tons, expiresOn } = cert;
  if (!/^[A-Z0-9]{1,12}$/.test(cert.siloReceiptNo))
    return `${name} has a number that is not 1 to 12 capital letters and digits`;
  const size = context.tonsOf.get(instrument);
  if (size === undefined) return `${name} is on instrument ${instrument}, which is not listed`;
  if (!isPositive(tons) || tons % size !== 0)
    return `${name} has ${tons} t, which is not a multiple of the ${size} t of a contract`;
  if (!silo.grades.some((grade) => grade.instrument === instrument && grade.code === cert.grade))
    return `${name} has grade ${cert.grade}, which ${instrument} does not have`;
  if (!silo.origins.some(({ code }) => code === cert.origin))
    return `${name} has origin ${cert.origin}, which is not listed`;
  const location = silo.locations.find(({ code }) => code === cert.location);
  if (location === undefined) return `${name} is at location ${cert.location}, which is not listed`;
  if (!location.differentials.some((differential) => differential.instrument === instrument))
    return `${name} is at location ${cert.location}, which does not accept ${instrument}`;
  if (!isSeason(cert.season)) return `${name} has "${cert.season}" as its season`;
  if (!context.isPrincipal(cert.owner)) return `${name} belongs to ${cert.owner}, which is not listed`;
  const dates = [cert.issuedOn, cert.storagePaidUntil, ...(expiresOn === undefined ? [] : [expiresOn])];
  const wrong = dates.find((date) => parseIsoDate(date) === null);
  if (wrong !== undefined) return `${name} has "${wrong}", which is not a date`;
  if (expiresOn !== undefined && expiresOn < cert.issuedOn) return `${name} expires before it is issued`;
  if (cert.issuedOn < earliestIssue) return `${name} is issued before ${earliestIssue}`;
  const age = Number(cert.issuedOn.slice(0, 4)) - Number(cert.season.slice(0, 4));
  if (age < 0 || age > maxSeasonAge)
    return `${name} is of season ${cert.season}, but issued on ${cert.issuedOn}: a season begins in the year of issue or at most ${maxSeasonAge} years before`;
  const ahead = dayOf(cert.storagePaidUntil) - dayOf(cert.issuedOn);
  if (ahead < 0) return `${name} has its storage paid until ${cert.storagePaidUntil}, before it is issued`;
  if (ahead > maxPaidAhead)
    return `${name} has its storage paid until ${cert.storagePaidUntil}, more than ${maxPaidAhead} days ahead`;
  return null;
}

/** Storage for this many days, 50 years, may cost as much as a lot can be worth. */
const maxStorageDays = 18_300;
/** The longest time in days for which storage is paid in advance. */
export const maxPaidAhead = 3_660;

const earliestIssue = '2000-01-01';
/** In years. Older grain is a typing error. */
const maxSeasonAge = 2;

/** `2026/27`: two years that follow each other. */
const isSeason = (season: string): boolean =>
  /^\d{4}\/\d{2}$/.test(season) && (Number(season.slice(2, 4)) + 1) % 100 === Number(season.slice(5));

const dayOf = (date: string): number => mustExist(parseIsoDate(date), `"${date}" is not a date`);

/** Whether the amount per ton is usable, and makes no lot more valuable than a lot can be. `tons`: of a contract. */
const isAmount = (perTon: number, tons = 1): boolean => isCount(perTon) && perTon * tons <= maxLotValue;

function* gradeFaults(
  { grades, penalties }: SiloData,
  { tonsOf }: CertContext,
  { amount }: FaultUnits,
): Faults {
  for (const [at, { code, instrument, discount }] of grades.entries()) {
    const path = `silo.grades.${at}`;
    if (!tonsOf.has(instrument))
      yield {
        path: `${path}.instrument`,
        text: `grade ${code} is on instrument ${instrument}, which is not listed`,
        isMissing: true,
      };
    if (!isAmount(discount, tonsOf.get(instrument)))
      yield {
        path: `${path}.discount`,
        text: `grade ${code} of ${instrument} has a discount of ${amount(discount)}`,
      };
  }
  for (const [at, { instrument, penalty }] of penalties.entries()) {
    const path = `silo.penalties.${at}`;
    if (!tonsOf.has(instrument))
      yield {
        path: `${path}.instrument`,
        text: `a delivery penalty is on instrument ${instrument}, which is not listed`,
        isMissing: true,
      };
    if (!isAmount(penalty, tonsOf.get(instrument)))
      yield { path: `${path}.penalty`, text: `${instrument} has a delivery penalty of ${amount(penalty)}` };
  }
}

function* locationFaults(
  { locations, operators }: SiloData,
  { tonsOf }: CertContext,
  { amount }: FaultUnits,
): Faults {
  const operatorCodes = new Set(operators.map(({ code }) => code));
  for (const [at, location] of locations.entries()) {
    const { code, operator, storageRate, loadOutDays, closures = [], differentials } = location;
    const name = `silo location ${code}`;
    const path = `silo.locations.${at}`;
    if (!operatorCodes.has(operator))
      yield {
        path: `${path}.operator`,
        text: `${name} has operator ${operator}, which is not listed`,
        isMissing: true,
      };
    if (!isCount(storageRate) || !isAmount(storageRate * maxStorageDays, Math.max(...tonsOf.values(), 1)))
      yield { path: `${path}.storageRate`, text: `${name} has a storage rate of ${amount(storageRate)}` };
    if (!isCount(loadOutDays))
      yield { path: `${path}.loadOutDays`, text: `${name} loads out after ${loadOutDays} days` };
    for (const [place, { from, to }] of closures.entries())
      if (parseIsoDate(from) === null || parseIsoDate(to) === null || to < from)
        yield { path: `${path}.closures.${place}`, text: `${name} is closed from "${from}" to "${to}"` };
    for (const [place, { instrument, season, differential }] of differentials.entries()) {
      const inside = `${path}.differentials.${place}`;
      if (!tonsOf.has(instrument))
        yield {
          path: `${inside}.instrument`,
          text: `${name} accepts instrument ${instrument}, which is not listed`,
          isMissing: true,
        };
      if (!isSeason(season))
        yield { path: `${inside}.season`, text: `${name} has a differential for season "${season}"` };
      if (!isAmount(differential, tonsOf.get(instrument)))
        yield {
          path: `${inside}.differential`,
          text: `${name} has a differential of ${amount(differential)}`,
        };
    }
    yield* repeatedNames(`the differential of ${name}`, differentials, {
      list: `${path}.differentials`,
      field: '',
      nameOf: ({ instrument, season }) => `for ${instrument} in ${season}`,
    });
  }
}
