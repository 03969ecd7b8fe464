// Silo certificates and their delivery: the register, the stages of a delivery day, tenders, bids, the award, and the end of
// deliveries.
import { isoDate } from '../kernel/civil-date.ts';
import { byOperator, byUser, withSeed } from '../kernel/command-entry.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import { beginningOn } from '../reference/reference-change.ts';
import { awardSiloLots } from './award.ts';
import { deleteSiloCertAuctionBid, insertSiloCertAuctionBid } from './bid.ts';
import { endDeliveries } from './end-deliveries.ts';
import {
  encumberSiloCert,
  expireCerts,
  issueSiloCert,
  loadOutSiloCert,
  paySiloStorage,
  releaseSiloCert,
  splitSiloCert,
  transferSiloCert,
} from './register.ts';
import type { SiloContext } from './silo-context.ts';
import { siloEvents } from './silo-events.ts';
import { type SavedSilo, SiloLedger } from './silo-ledger.ts';
import { siloRejections } from './silo-rejections.ts';
import { siloSection, withSiloChanges } from './silo-section.ts';
import { beginSiloStage, lapseTenders } from './stages.ts';
import { tenderSiloCert, withdrawSiloTender } from './tender.ts';

/** Removes the lots and bids of the previous day, and applies changed data on silos. */
function beginDay({ state: { silo, reference }, market, emit }: SiloContext): void {
  silo.clearDay();
  const changes = beginningOn(reference, siloSection, market.businessDay);
  if (changes.length === 0) return;
  silo.data = withSiloChanges(silo, changes);
  emit({ kind: 'siloDataChanged', businessDay: isoDate(market.businessDay), data: silo.data });
}

export const siloModule = {
  name: 'silo',
  events: siloEvents,
  slice: {
    empty: () => new SiloLedger(),
    save: (silo: SiloLedger): SavedSilo => silo.save(),
    load: (saved: SavedSilo) => SiloLedger.load(saved),
  },
  commands: {
    tenderSiloCert: byUser(tenderSiloCert),
    withdrawSiloTender: byUser(withdrawSiloTender),
    insertSiloCertAuctionBid: byUser(insertSiloCertAuctionBid),
    deleteSiloCertAuctionBid: byUser(deleteSiloCertAuctionBid),
    beginSiloStage: byOperator(beginSiloStage),
    awardSiloLots: withSeed(byOperator(awardSiloLots)),
    issueSiloCert: byOperator(issueSiloCert),
    transferSiloCert: byOperator(transferSiloCert),
    splitSiloCert: byOperator(splitSiloCert),
    encumberSiloCert: byOperator(encumberSiloCert),
    releaseSiloCert: byOperator(releaseSiloCert),
    loadOutSiloCert: byOperator(loadOutSiloCert),
    paySiloStorage: byOperator(paySiloStorage),
  },
  rejections: siloRejections,
  referenceSections: [siloSection],
  endOfDay: {
    expire: (context: SiloContext, day: EndingDay): void => {
      lapseTenders(context);
      expireCerts(context, day);
    },
    settle: endDeliveries,
    reset: beginDay,
  },
} as const;
