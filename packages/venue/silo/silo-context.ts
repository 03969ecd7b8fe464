// The context of the handlers of silo certificates, and the changes that they share. Each change is stored and published.
import type { ClearingState } from '../clearing/clearing-context.ts';
import type { ClearingEvent } from '../clearing/clearing-events.ts';
import type { ExpiryContext } from '../expiry/expiry-context.ts';
import { isoDate } from '../kernel/civil-date.ts';
import type { MarketContext } from '../reference/market.ts';
import type { UserContext } from '../rights/user-rights.ts';
import type { SiloCert, SiloEvent, SiloLot } from './silo-events.ts';
import type { PlacedBid, SiloLedger } from './silo-ledger.ts';

export interface SiloState extends ClearingState {
  readonly silo: SiloLedger;
}

type Events = SiloEvent | ClearingEvent | Parameters<ExpiryContext['emit']>[0];

export type SiloContext = MarketContext<SiloState, Events>;
export type UserSiloContext = UserContext<SiloState, Events>;

/** Stores and publishes the next state of a certificate. */
export function changeCert(
  { state, market, emit }: Pick<SiloContext, 'state' | 'market' | 'emit'>,
  cert: SiloCert,
  change: Partial<Omit<SiloCert, 'siloReceiptNo' | 'seq'>>,
): SiloCert {
  const after = { ...cert, ...change, seq: cert.seq + 1 };
  state.silo.certs.set(after.siloReceiptNo, after);
  const { member, principal } = cert;
  const before = after.principal === principal ? null : { member, principal };
  emit({ kind: 'siloCertChanged', businessDay: isoDate(market.businessDay), cert: after, before });
  return after;
}

/** Stores and publishes a new certificate. */
export function addCert(
  { state, market, emit }: Pick<SiloContext, 'state' | 'market' | 'emit'>,
  cert: SiloCert,
): void {
  state.silo.certs.set(cert.siloReceiptNo, cert);
  emit({ kind: 'siloCertChanged', businessDay: isoDate(market.businessDay), cert, before: null });
}

/** Stores and publishes a lot, new or changed. */
export function putLot({ state, market, emit }: SiloContext, lot: SiloLot): SiloLot {
  state.silo.lots.set(lot.siloCertSeq, lot);
  emit({ kind: 'siloLotChanged', businessDay: isoDate(market.businessDay), lot });
  return lot;
}

/** Stores and publishes a bid, new or changed. */
export function putBid({ state, market, emit }: SiloContext, placed: PlacedBid): void {
  state.silo.bids.set(placed.bid.siloBidSeq, placed);
  emit({ kind: 'siloBidChanged', businessDay: isoDate(market.businessDay), bid: placed.bid });
}
