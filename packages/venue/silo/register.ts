// The register of silo certificates, kept by the operator: issue, transfer, split, encumber, release, load out, storage (market.md,
// Silo certificates). A certificate that is in a delivery, cancelled or expired does not change here.
import type { SiloCertState } from '@openpit/terms';
import { type IsoDate, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { lots } from '../kernel/units.ts';
import { reject as rejectPositions } from '../positions/positions-module.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import type { Market } from '../reference/market.ts';
import type { IssuedCert } from '../reference/silo-data.ts';
import { certFault } from '../reference/silo-data-check.ts';
import { addCert, changeCert, type SiloAct } from './silo-act.ts';
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
export function openSilo(act: Pick<SiloAct, 'state' | 'emit'>): void {
  const { market } = act.state.reference;
  const data = market?.referenceData.silo;
  if (market === null || data === undefined) return;
  act.state.silo.data = data;
  for (const cert of data.certificates) addCert({ ...act, market }, certOf(market, cert));
}

export function issueSiloCert(act: SiloAct, { cert }: IssueSiloCert): Rejection | null {
  const { state, market } = act;
  const { data, certs } = state.silo;
  if (data === null) return reject('siloNotInMarket');
  const { instruments, members, clients } = market;
  const why =
    certFault(cert, data, {
      tonsOf: new Map([...instruments.values()].map(({ code, tonsPerContract }) => [code, tonsPerContract])),
      isPrincipal: (code) => members.has(code) || clients.has(code),
    }) ??
    (certs.has(cert.siloReceiptNo) ? `certificate ${cert.siloReceiptNo} has been issued already` : null) ??
    (isPast(market, cert.expiresOn) ? `certificate ${cert.siloReceiptNo} has expired already` : null);
  if (why !== null) return reject('siloCertUnusable', { why });
  addCert(act, certOf(market, cert));
  return null;
}

/** A transfer to the current owner changes nothing. */
export function transferSiloCert(act: SiloAct, { siloReceiptNo, owner }: TransferSiloCert): Rejection | null {
  const cert = certIn(act, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  const member = memberOf(act.market, owner);
  if (member === undefined) return rejectPositions('accountUnknown', { principal: owner });
  if (owner !== cert.principal) changeCert(act, cert, { member, principal: owner });
  return null;
}

export function splitSiloCert(act: SiloAct, { siloReceiptNo, tons }: SplitSiloCert): Rejection | null {
  const cert = certIn(act, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  const size = cert.tons / cert.lots;
  const isWhole = (part: number) => Number.isSafeInteger(part) && part > 0 && part % size === 0;
  const sum = tons.reduce((total, part) => total + part, 0);
  if (tons.length < 2 || !tons.every(isWhole) || sum !== cert.tons)
    return reject('siloSplitUnusable', { siloReceiptNo, tons: cert.tons, size });
  partsOf(act, cert, tons);
  return null;
}

/** Cancels a certificate and issues parts of it in the same state, numbered after the certificate that was issued first. */
export function partsOf(
  act: SiloAct,
  cert: SiloCert,
  tons: readonly number[],
  siloCertSeqOf: () => number | null = () => null,
): SiloCert[] {
  const { certs } = act.state.silo;
  changeCert(act, cert, { state: 'Cancelled', siloCertSeq: null });
  const [first = cert.siloReceiptNo] = cert.siloReceiptNo.split('-');
  let number = 1;
  return tons.map((part) => {
    while (certs.has(`${first}-${number}`)) number += 1;
    const siloReceiptNo = `${first}-${number}`;
    const made = {
      ...cert,
      siloReceiptNo,
      siloCertSeq: siloCertSeqOf(),
      seq: 1,
      tons: part,
      lots: lots(part / (cert.tons / cert.lots)),
    };
    addCert(act, made);
    return made;
  });
}

export function encumberSiloCert(
  act: SiloAct,
  { siloReceiptNo, lender }: EncumberSiloCert,
): Rejection | null {
  const cert = certIn(act, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  changeCert(act, cert, { state: 'Encumbered', lender });
  return null;
}

export function releaseSiloCert(act: SiloAct, { siloReceiptNo }: ReleaseSiloCert): Rejection | null {
  const cert = certIn(act, siloReceiptNo, ['Encumbered']);
  if (isRejection(cert)) return cert;
  changeCert(act, cert, { state: 'Held', lender: null });
  return null;
}

export function loadOutSiloCert(act: SiloAct, { siloReceiptNo }: LoadOutSiloCert): Rejection | null {
  const cert = certIn(act, siloReceiptNo, ['Held']);
  if (isRejection(cert)) return cert;
  changeCert(act, cert, { state: 'Cancelled' });
  return null;
}

export function paySiloStorage(act: SiloAct, { siloReceiptNo, until }: PaySiloStorage): Rejection | null {
  const cert = certIn(act, siloReceiptNo, ['Held', 'Encumbered']);
  if (isRejection(cert)) return cert;
  const { storagePaidUntil: paidUntil } = cert;
  if (parseIsoDate(until) === null || until <= paidUntil)
    return reject('siloStorageUnusable', { siloReceiptNo, paidUntil });
  changeCert(act, cert, { storagePaidUntil: until });
  return null;
}

/** At the end of a day: a certificate expires if it is not valid on the next business day. */
export function expireCerts(act: SiloAct, { next }: EndingDay): void {
  const nextDay = isoDate(next);
  for (const cert of [...act.state.silo.certs.values()])
    if (
      (cert.state === 'Held' || cert.state === 'Encumbered') &&
      cert.expiresOn !== null &&
      cert.expiresOn < nextDay
    )
      changeCert(act, cert, { state: 'Expired', lender: null });
}

/** The certificate with this number, if it is in one of these states. */
function certIn(
  { state: { silo } }: SiloAct,
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
