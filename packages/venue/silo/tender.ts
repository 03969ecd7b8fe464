// Tenders: a short offers a certificate for delivery, and can withdraw it, while tendering is open (market/delivery.md, Silo certificates).
import type { SiloStage } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { accountOwner } from '../deal-actions/deal-account.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import { deliverableContract } from './delivery-window.ts';
import { isPast } from './register.ts';
import { changeCert, putLot, type SiloContext, type UserSiloContext } from './silo-context.ts';
import type { SiloCert, SiloTenderAnswer, TenderSiloCert, WithdrawSiloTender } from './silo-events.ts';
import { reject } from './silo-rejections.ts';

export function tenderSiloCert(
  context: UserSiloContext,
  command: TenderSiloCert,
): SiloTenderAnswer | Rejection {
  const { state } = context;
  const { silo } = state;
  if (silo.data === null) return reject('siloNotInMarket');
  const cert = ownCert(context, command.siloReceiptNo);
  if (isRejection(cert)) return cert;
  const closed = stageRejection(context, 'tendering');
  if (closed !== null) return closed;
  const contract = deliverableContract(context, command.contract);
  if (isRejection(contract)) return contract;
  const { principal, siloReceiptNo } = cert;
  const owner = accountOwner(context, { principal, subAccount: command.subAccount ?? null }, '');
  if (isRejection(owner)) return owner;
  if (cert.state !== 'Held')
    return reject('siloCertInState', { siloReceiptNo, state: cert.state, needed: 'Held' });
  const terms = deliveryTerms(context, cert, contract);
  if (isRejection(terms)) return terms;
  const { member, subAccount } = owner;
  const seller = { member, principal, subAccount };
  const short = Math.max(-state.positions.net(owner, contract), 0) - silo.tenderedBy(seller, contract.name);
  if (short < cert.lots)
    return reject('siloShortTooSmall', {
      principal,
      contract: contract.name,
      lots: cert.lots,
      short: Math.max(short, 0),
    });

  const siloCertSeq = silo.take('siloCertSeq');
  changeCert(context, cert, { state: 'Tendered', siloCertSeq });
  putLot(context, {
    siloCertSeq,
    siloReceiptNo,
    contract: contract.name,
    instrument: cert.instrument,
    location: cert.location,
    grade: cert.grade,
    origin: cert.origin,
    season: cert.season,
    tons: cert.tons,
    lots: cert.lots,
    storagePaidUntil: cert.storagePaidUntil,
    mtm: state.prices.of(contract).mtm,
    ...terms,
    state: 'Tendered',
    bestPremium: null,
    bids: 0,
    seller,
  });
  return { kind: 'siloTender', siloCertSeq };
}

export function withdrawSiloTender(
  context: UserSiloContext,
  { siloCertSeq }: WithdrawSiloTender,
): SiloTenderAnswer | Rejection {
  const { state, rights } = context;
  if (state.silo.data === null) return reject('siloNotInMarket');
  const lot = state.silo.lots.get(siloCertSeq);
  const isOwn = lot?.seller.member === rights.member && rights.scope === 'member';
  if (lot === undefined || !isOwn) return reject('siloLotNotFound', { siloCertSeq });
  const closed = stageRejection(context, 'tendering');
  if (closed !== null) return closed;
  if (lot.state !== 'Tendered') return reject('siloLotNotFound', { siloCertSeq });
  takeBack(context, siloCertSeq);
  return { kind: 'siloTender', siloCertSeq };
}

/** Removes the lot from the delivery; its seller holds the certificate again. The caller must end its open bids. */
export function takeBack(context: SiloContext, siloCertSeq: number): void {
  const { silo } = context.state;
  const lot = silo.lots.get(siloCertSeq);
  const cert = lot === undefined ? undefined : silo.certs.get(lot.siloReceiptNo);
  if (lot === undefined || cert === undefined) return;
  changeCert(context, cert, { state: 'Held', siloCertSeq: null });
  putLot(context, { ...lot, state: 'Withdrawn' });
}

/** Returns null while the delivery accepts tenders or bids, depending on the stage. */
export function stageRejection(
  { state: { silo } }: SiloContext,
  needed: Extract<SiloStage, 'tendering' | 'bidding'>,
): Rejection | null {
  if (silo.stage === needed) return null;
  return reject('siloStageClosed', {
    what: needed === 'tendering' ? 'tenders' : 'bids',
    present: silo.stage,
  });
}

/** Rejects a dealer with own-only visibility as if the certificate did not exist, because certificates belong to accounts. */
function ownCert({ state, rights }: UserSiloContext, siloReceiptNo: string): SiloCert | Rejection {
  const cert = state.silo.certs.get(siloReceiptNo);
  if (cert === undefined || cert.member !== rights.member || rights.scope === 'own')
    return reject('siloCertNotFound', { siloReceiptNo });
  return cert;
}

/** Differential and discount of the certificate's delivery; or why the contract does not accept it. */
function deliveryTerms(
  { state: { silo }, market }: SiloContext,
  cert: SiloCert,
  contract: Contract,
): { readonly differential: Price; readonly discount: Price } | Rejection {
  const { instrument, season, siloReceiptNo } = cert;
  const unfit = (why: string) => reject('siloCertUnfit', { siloReceiptNo, contract: contract.name, why });
  if (instrument !== contract.instrument.code) return unfit(`it is over ${instrument}`);
  if (isPast(market, cert.expiresOn)) return unfit(`it was valid until ${cert.expiresOn}`);
  if (cert.issuedOn > isoDate(market.businessDay)) return unfit(`it is valid from ${cert.issuedOn}`);
  const location = silo.data?.locations.find(({ code }) => code === cert.location);
  if (location?.registered !== true) return unfit(`its location ${cert.location} is not registered`);
  const accepted = location.differentials.find(
    (differential) => differential.instrument === instrument && differential.season === season,
  );
  if (accepted === undefined)
    return unfit(`its location ${cert.location} has no differential for ${instrument} of season ${season}`);
  const grade = silo.data?.grades.find(
    (grade) => grade.instrument === instrument && grade.code === cert.grade,
  );
  return { differential: accepted.differential, discount: grade?.discount ?? asPrice(0) };
}
