// The stages of a delivery day: tendering, bidding, and the decision on the lots. Nothing happens on a day without a deliverable future.
import type { SiloStage } from '@openpit/terms';
import { isoDate } from '../kernel/civil-date.ts';
import type { Rejection } from '../kernel/rejection.ts';
import type { EpochMs } from '../kernel/units.ts';
import { endBid } from './bid.ts';
import { deliverableContracts } from './delivery-window.ts';
import { changeCert, putLot, type SiloContext } from './silo-context.ts';
import type { BeginSiloStage } from './silo-events.ts';
import { reject } from './silo-rejections.ts';
import { takeBack } from './tender.ts';

/** The stages that may precede each stage. A delivery that is closed before its award delivers nothing. */
const before: Readonly<Record<SiloStage, readonly SiloStage[]>> = {
  tendering: ['closed'],
  bidding: ['tendering'],
  deciding: ['bidding'],
  closed: ['tendering', 'bidding', 'deciding'],
};

export function beginSiloStage(context: SiloContext, { stage, endsAt }: BeginSiloStage): Rejection | null {
  const { silo } = context.state;
  if (silo.data === null) return reject('siloNotInMarket');
  if (hasNoDelivery(context)) return null;
  if (!before[stage].includes(silo.stage))
    return reject('siloStageOutOfOrder', { stage, present: silo.stage });

  if (stage === 'closed') lapseTenders(context);
  else setStage(context, stage, endsAt);
  if (stage === 'bidding')
    for (const lot of silo.openLots()) {
      const cert = silo.certs.get(lot.siloReceiptNo);
      if (cert !== undefined) changeCert(context, cert, { state: 'In auction' });
      putLot(context, { ...lot, state: 'In auction' });
    }
  return null;
}

/** True if no future can be delivered today. */
export const hasNoDelivery = ({ state, market }: SiloContext): boolean =>
  state.silo.stage === 'closed' && deliverableContracts(market).length === 0;

export function setStage(
  { state, market, emit }: SiloContext,
  stage: SiloStage,
  endsAt: EpochMs | null,
): void {
  state.silo.stage = stage;
  state.silo.endsAt = endsAt;
  const contracts = deliverableContracts(market).map(({ name }) => name);
  emit({ kind: 'siloStageBegun', businessDay: isoDate(market.businessDay), stage, endsAt, contracts });
}

/** Removes the lot from the delivery; its open bids lapse. */
export function takeBackWithBids(context: SiloContext, siloCertSeq: number): void {
  for (const { bid } of context.state.silo.openBids(siloCertSeq)) endBid(context, bid.siloBidSeq, 'Lapsed');
  takeBack(context, siloCertSeq);
}

/** Ends the delivery without an award: returns the remaining lots to their sellers, and their bids lapse. */
export function lapseTenders(context: SiloContext): void {
  const { silo } = context.state;
  if (silo.stage === 'closed') return;
  for (const { siloCertSeq } of silo.openLots()) takeBackWithBids(context, siloCertSeq);
  setStage(context, 'closed', null);
}
