// The checks of what the reference data says of silos: names that are used twice, references to nothing, amounts that are none. The
// first fault is returned in words, as the end of a sentence.
import { parseIsoDate } from '../kernel/civil-date.ts';
import type { ReferenceData } from './reference-data.ts';
import type { IssuedCert, SiloData } from './silo-data.ts';

/** What a certificate may refer to besides the data on silos. */
export interface CertContext {
  /** Tons of a contract, by instrument. */
  readonly tonsOf: ReadonlyMap<string, number>;
  isPrincipal(code: string): boolean;
}

/** Null when the data on silos is usable, or when there is none. */
export function siloDataFault({ silo, instruments, members, clients }: ReferenceData): string | null {
  if (silo === undefined) return null;
  const principals = new Set([...members, ...clients].map(({ code }) => code));
  const context: CertContext = {
    tonsOf: new Map(instruments.map(({ code, tonsPerContract }) => [code, tonsPerContract])),
    isPrincipal: (code) => principals.has(code),
  };
  return (
    repeated('silo operator', silo.operators, ({ code }) => code) ??
    repeated('origin', silo.origins, ({ code }) => code) ??
    repeated('grade', silo.grades, ({ instrument, code }) => `${code} of ${instrument}`) ??
    repeated('silo location', silo.locations, ({ code }) => code) ??
    repeated('delivery penalty', silo.penalties, ({ instrument }) => instrument) ??
    repeated('certificate', silo.certificates, ({ siloReceiptNo }) => siloReceiptNo) ??
    gradeFault(silo, context) ??
    locationFault(silo, context) ??
    firstOf(silo.certificates, (cert) => certFault(cert, silo, context))
  );
}

/** Why this certificate cannot be issued; null when it can. Whether its number is free is not checked. */
export function certFault(cert: IssuedCert, silo: SiloData, context: CertContext): string | null {
  const name = `certificate ${cert.siloReceiptNo}`;
  const { instrument, tons, expiresOn } = cert;
  if (!/^[A-Z0-9]{1,12}$/.test(cert.siloReceiptNo))
    return `${name} has a number that is not 1 to 12 capital letters and digits`;
  const size = context.tonsOf.get(instrument);
  if (size === undefined) return `${name} is on instrument ${instrument}, which is not listed`;
  if (!isPositive(tons) || tons % size !== 0)
    return `${name} is over ${tons} t, which is no multiple of the contract of ${size} t`;
  if (!silo.grades.some((one) => one.instrument === instrument && one.code === cert.grade))
    return `${name} has grade ${cert.grade}, which ${instrument} does not have`;
  if (!silo.origins.some(({ code }) => code === cert.origin))
    return `${name} has origin ${cert.origin}, which is not listed`;
  const location = silo.locations.find(({ code }) => code === cert.location);
  if (location === undefined) return `${name} is at location ${cert.location}, which is not listed`;
  if (!location.differentials.some((one) => one.instrument === instrument))
    return `${name} is at location ${cert.location}, which does not accept ${instrument}`;
  if (!/^\d{4}\/\d{2}$/.test(cert.season)) return `${name} has "${cert.season}" as its season`;
  if (!context.isPrincipal(cert.owner)) return `${name} belongs to ${cert.owner}, which is not listed`;
  const dates = [cert.issuedOn, cert.storagePaidUntil, ...(expiresOn === undefined ? [] : [expiresOn])];
  const wrong = dates.find((date) => parseIsoDate(date) === null);
  if (wrong !== undefined) return `${name} has "${wrong}", which is not a date`;
  if (expiresOn !== undefined && expiresOn < cert.issuedOn) return `${name} expires before it is issued`;
  return null;
}

function gradeFault({ grades, penalties }: SiloData, { tonsOf }: CertContext): string | null {
  for (const { code, instrument, discount } of grades) {
    if (!tonsOf.has(instrument)) return `grade ${code} is on instrument ${instrument}, which is not listed`;
    if (!isAmount(discount)) return `grade ${code} of ${instrument} has a discount of ${discount} cents`;
  }
  for (const { instrument, penalty } of penalties) {
    if (!tonsOf.has(instrument))
      return `a delivery penalty is on instrument ${instrument}, which is not listed`;
    if (!isAmount(penalty)) return `${instrument} has a delivery penalty of ${penalty} cents`;
  }
  return null;
}

function locationFault({ locations, operators }: SiloData, { tonsOf }: CertContext): string | null {
  const known = new Set(operators.map(({ code }) => code));
  for (const { code, operator, storageRate, loadOutDays, closures = [], differentials } of locations) {
    const name = `silo location ${code}`;
    if (!known.has(operator)) return `${name} has operator ${operator}, which is not listed`;
    if (!isAmount(storageRate)) return `${name} has a storage rate of ${storageRate} cents`;
    if (!isAmount(loadOutDays)) return `${name} loads out after ${loadOutDays} days`;
    for (const { from, to } of closures)
      if (parseIsoDate(from) === null || parseIsoDate(to) === null || to < from)
        return `${name} is closed from "${from}" to "${to}"`;
    for (const { instrument, season, differential } of differentials) {
      if (!tonsOf.has(instrument)) return `${name} accepts instrument ${instrument}, which is not listed`;
      if (!/^\d{4}\/\d{2}$/.test(season)) return `${name} has a differential for season "${season}"`;
      if (!isAmount(differential)) return `${name} has a differential of ${differential} cents`;
    }
    const twice = repeated(
      `the differential of ${name}`,
      differentials,
      ({ instrument, season }) => `for ${instrument} in ${season}`,
    );
    if (twice !== null) return twice;
  }
  return null;
}

function repeated<T>(what: string, items: readonly T[], nameOf: (item: T) => string): string | null {
  const seen = new Set<string>();
  return firstOf(items, (item) => {
    const name = nameOf(item);
    if (seen.has(name)) return `${what} ${name} is listed twice`;
    seen.add(name);
    return null;
  });
}

function firstOf<T>(items: readonly T[], faultOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== null) return fault;
  }
  return null;
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
