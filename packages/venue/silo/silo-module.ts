// Silo certificates and their delivery.
import { byOperator, byUser, withSeed } from '../kernel/command-entry.ts';
import type { MarketAct } from '../reference/market.ts';
import type {
  AwardSiloLots,
  BeginSiloStage,
  DeleteSiloCertAuctionBid,
  EncumberSiloCert,
  InsertSiloCertAuctionBid,
  IssueSiloCert,
  LoadOutSiloCert,
  PaySiloStorage,
  ReleaseSiloCert,
  SiloEvent,
  SplitSiloCert,
  TenderSiloCert,
  TransferSiloCert,
  WithdrawSiloTender,
} from './silo-events.ts';
import { siloEvents } from './silo-events.ts';

type SiloAct = MarketAct<object, SiloEvent>;

export const siloModule = {
  name: 'silo',
  events: siloEvents,
  commands: {
    tenderSiloCert: byUser(['insertOrderOrDouble'], (_act: SiloAct, _command: TenderSiloCert) => null),
    withdrawSiloTender: byUser(
      ['insertOrderOrDouble'],
      (_act: SiloAct, _command: WithdrawSiloTender) => null,
    ),
    insertSiloCertAuctionBid: byUser(
      ['insertOrderOrDouble'],
      (_act: SiloAct, _command: InsertSiloCertAuctionBid) => null,
    ),
    deleteSiloCertAuctionBid: byUser(
      ['deleteSiloCertAuctionBid'],
      (_act: SiloAct, _command: DeleteSiloCertAuctionBid) => null,
    ),
    beginSiloStage: byOperator((_act: SiloAct, _command: BeginSiloStage) => null),
    awardSiloLots: withSeed(byOperator((_act: SiloAct, _command: AwardSiloLots) => null)),
    issueSiloCert: byOperator((_act: SiloAct, _command: IssueSiloCert) => null),
    transferSiloCert: byOperator((_act: SiloAct, _command: TransferSiloCert) => null),
    splitSiloCert: byOperator((_act: SiloAct, _command: SplitSiloCert) => null),
    encumberSiloCert: byOperator((_act: SiloAct, _command: EncumberSiloCert) => null),
    releaseSiloCert: byOperator((_act: SiloAct, _command: ReleaseSiloCert) => null),
    loadOutSiloCert: byOperator((_act: SiloAct, _command: LoadOutSiloCert) => null),
    paySiloStorage: byOperator((_act: SiloAct, _command: PaySiloStorage) => null),
  },
} as const;
