// The register of silo certificates, kept by the operator: issue, transfer, split, encumber, release, load out, storage (market/delivery.md,
// Silo certificates). A certificate that is in a delivery, cancelled or expired does not change here.
import type { SiloCertState } from '@openpit/terms';
import { type IsoDate, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { lots } from '../kernel/units.ts';
import { reject as rejectPositions } from '../positions/positions-module.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import type { Market } from '../reference/market.ts';
import type { IssuedCert } from '../reference/silo-data.ts';
import { certFault, maxPaidAhead } from '../reference/silo-data-check.ts';
import { addCert, changeCert, type SiloContext } from './silo-context.ts';
import type {
  EncumberSiloCert,
  IssueSiloCert,
  LoadOutSiloCert,
  PaySiloStorage,
  ReleaseSiloCert,
  SiloCert,
  SplitSiloCert,
  TransferSiloCert,
} from './silo-events.ts';
import { reject } from './silo-rejections.ts';

/** Called when the market opens: stores the data on silos and issues its certificates. */
export function openSilo(context: Pick<SiloContext, 'state' | 'emit'>): void {
  const { market } = context.state.reference;
  const data = market?.referenceData.silo;
  if (market === null || data === undefined) return;
  context.state.silo.data = data;
  for (const cert of data.certificates) addCert({ ...context, market }, certOf(market, cert));
}

export function issueSiloCert(context: SiloContext, { cert }: IssueSiloCert): Rejection | null {
  const { state, market } = context;
  const { data, certs } = state.silo;
  if (data === null) return reject('siloNotInMarket');
  const { instruments, members, clients } = market;
  const why =
    certFault(cert, data, {
      tonsOf: new Map([...instruments.values()].map(({ code, tonsPerContract }) => [code, tonsPerContract])),
      isPrincipal: (code) => members.has(code) || clients.has(code),
    }) ??
    (certs.has(cert.siloReceiptNo) ? `certificate ${cert.siloReceiptNo} has already been issued` : null) ??
    (isPast(market, cert.expiresOn) ? `certificate ${cert.siloReceiptNo} has already expired` : null);
  if (why !== null) return reject('siloCertUnusable', { why });
  addCert(context, certOf(market, cert));
  return null;
}

/** A transfer to the current owner changes nothing. */
export function transferSiloCert(
  context: SiloContext,
  { siloReceiptNo, owner }: TransferSiloCert,
): Rejection | null {
  const cert = certIn(context, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  const member = memberOf(context.market, owner);
  if (member === undefined) return rejectPositions('accountUnknown', { principal: owner });
  if (owner !== cert.principal) changeCert(context, cert, { member, principal: owner });
  return null;
}

export function splitSiloCert(
  context: SiloContext,
  { siloReceiptNo, tons }: SplitSiloCert,
): Rejection | null {
  const cert = certIn(context, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  const size = cert.tons / cert.lots;
  const isWhole = (part: number) => Number.isSafeInteger(part) && part > 0 && part % size === 0;
  const sum = tons.reduce((total, part) => total + part, 0);
  if (tons.length < 2 || !tons.every(isWhole) || sum !== cert.tons)
    return reject('siloSplitUnusable', { siloReceiptNo, tons: cert.tons, size });
  partsOf(context, cert, tons);
  return null;
}

/** Cancels a certificate and issues parts of it in the same state, numbered after the certificate that was issued first. */
export function partsOf(
  context: SiloContext,
  cert: SiloCert,
  tons: readonly number[],
  siloCertSeqOf: () => number | null = () => null,
): SiloCert[] {
  const { certs } = context.state.silo;
  changeCert(context, cert, { state: 'Cancelled', siloCertSeq: null });
  const [first = cert.siloReceiptNo] = cert.siloReceiptNo.split('-');
  let number = 1;
  return tons.map((part) => {
    while (certs.has(`${first}-${number}`)) number += 1;
    const siloReceiptNo = `${first}-${number}`;
    const partCert = {
      ...cert,
      siloReceiptNo,
      siloCertSeq: siloCertSeqOf(),
      seq: 1,
      tons: part,
      lots: lots(part / (cert.tons / cert.lots)),
    };
    addCert(context, partCert);
    return partCert;
  });
}

export function encumberSiloCert(
  context: SiloContext,
  { siloReceiptNo, lender }: EncumberSiloCert,
): Rejection | null {
  const cert = certIn(context, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  changeCert(context, cert, { state: 'Encumbered', lender });
  return null;
}

export function releaseSiloCert(context: SiloContext, { siloReceiptNo }: ReleaseSiloCert): Rejection | null {
  const cert = certIn(context, siloReceiptNo, ['Encumbered']);
  if (isRejection(cert)) return cert;
  changeCert(context, cert, { state: 'Held', lender: null });
  return null;
}

export function loadOutSiloCert(context: SiloContext, { siloReceiptNo }: LoadOutSiloCert): Rejection | null {
  const cert = certIn(context, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  changeCert(context, cert, { state: 'Cancelled' });
  return null;
}

export function paySiloStorage(
  context: SiloContext,
  { siloReceiptNo, until }: PaySiloStorage,
): Rejection | null {
  const cert = certIn(context, siloReceiptNo, ['Held', 'Encumbered']);
  if (isRejection(cert)) return cert;
  const { storagePaidUntil: paidUntil } = cert;
  const day = parseIsoDate(until);
  if (day === null || until <= paidUntil || day - context.market.businessDay > maxPaidAhead)
    return reject('siloStorageUnusable', { siloReceiptNo, paidUntil });
  changeCert(context, cert, { storagePaidUntil: until });
  return null;
}

/** At the end of a day: a certificate expires if it is not valid on the next business day. */
export function expireCerts(context: SiloContext, { next }: EndingDay): void {
  const nextDay = isoDate(next);
  for (const cert of [...context.state.silo.certs.values()])
    if (
      (cert.state === 'Held' || cert.state === 'Encumbered') &&
      cert.expiresOn !== null &&
      cert.expiresOn < nextDay
    )
      changeCert(context, cert, { state: 'Expired', lender: null });
}

/** The certificate with this number, if it is in one of these states. */
function certIn(
  { state: { silo } }: SiloContext,
  siloReceiptNo: string,
  needed: readonly SiloCertState[],
): SiloCert | Rejection {
  if (silo.data === null) return reject('siloNotInMarket');
  const cert = silo.certs.get(siloReceiptNo);
  if (cert === undefined) return reject('siloCertUnknown', { siloReceiptNo });
  if (needed.includes(cert.state)) return cert;
  return reject('siloCertInState', { siloReceiptNo, state: cert.state, needed: needed.join(' or ') });
}

const memberOf = ({ members, clients }: Market, principal: string): string | undefined =>
  members.has(principal) ? principal : clients.get(principal)?.member;

/** True if the last valid day of something has passed. */
export const isPast = ({ businessDay }: Market, last: IsoDate | null | undefined): boolean =>
  last !== null && last !== undefined && last < isoDate(businessDay);

/** A certificate as it is issued. The owner and the instrument must be listed. */
function certOf(market: Market, cert: IssuedCert): SiloCert {
  const { owner } = cert;
  const size = market.instruments.get(cert.instrument)?.tonsPerContract ?? cert.tons;
  return {
    siloReceiptNo: cert.siloReceiptNo,
    siloCertSeq: null,
    seq: 1,
    state: 'Held',
    instrument: cert.instrument,
    tons: cert.tons,
    lots: lots(cert.tons / size),
    grade: cert.grade,
    origin: cert.origin,
    location: cert.location,
    season: cert.season,
    member: memberOf(market, owner) ?? '',
    principal: owner,
    issuedOn: cert.issuedOn,
    storagePaidUntil: cert.storagePaidUntil,
    expiresOn: cert.expiresOn ?? null,
    lender: null,
  };
}
