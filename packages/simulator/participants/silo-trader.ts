// A participant in deliveries: while it is short it tenders the certificates that it holds, while it is long it bids for lots and
// occasionally raises its bids.
import { asPrice, type Command, type OrderGateway, parseContractName } from '@openpit/venue';
import type { Random } from '../random.ts';
import type { Participant, SiloDesk } from '../simulated-market.ts';

/** Highest premium, in rand per ton. */
const highestPremium = 40;
const largestRaise = 3;
/** Share of its steps when it bids, if it can. */
const biddingShare = 0.5;
const centsPerRand = 100;

export class SiloTrader {
  readonly #gateway: OrderGateway;
  readonly #self: Participant;
  readonly #random: Random;
  readonly #desk: () => SiloDesk;

  constructor(
    gateway: OrderGateway,
    self: Participant,
    { random, desk }: { readonly random: Random; readonly desk: () => SiloDesk },
  ) {
    this.#gateway = gateway;
    this.#self = self;
    this.#random = random;
    this.#desk = desk;
  }

  /** Sends one command at most. */
  async step(): Promise<void> {
    const desk = this.#desk();
    const command = this.#tender(desk) ?? this.#bid(desk);
    if (command === undefined) return;
    await this.#gateway.submit({ by: { kind: 'user', userId: this.#self.userId }, requestId: null, command });
  }

  #tender({ positions, certs, stageOf }: SiloDesk): Command | undefined {
    for (const { contract, net, tendered } of positions) {
      // One certificate in each delivery, so that there is grain for the following ones.
      if (stageOf(contract) !== 'tendering' || tendered > 0) continue;
      const { instrument } = parseContractName(contract);
      const fitting = certs.filter(
        (cert) => cert.state === 'Held' && cert.instrument === instrument && cert.lots <= -net - tendered,
      );
      const cert = this.#random.pick(fitting);
      if (cert !== undefined) return { kind: 'tenderSiloCert', contract, siloReceiptNo: cert.siloReceiptNo };
    }
    return undefined;
  }

  #bid({ positions, certs, offers, bids, stageOf }: SiloDesk): Command | undefined {
    const ownLots = new Set(certs.map(({ siloCertSeq }) => siloCertSeq));
    const leads = new Set(bids.filter(({ rank }) => rank === 1).map(({ siloCertSeq }) => siloCertSeq));
    const foreignOffers = offers.filter(
      ({ siloCertSeq, contract, lots, bestPremium }) =>
        stageOf(contract) === 'bidding' &&
        !ownLots.has(siloCertSeq) &&
        !leads.has(siloCertSeq) &&
        (bestPremium ?? 0) < highestPremium - largestRaise &&
        positions.some((position) => position.contract === contract && position.net >= lots),
    );
    const lot = this.#random.pick(foreignOffers);
    if (lot === undefined || !this.#random.chance(biddingShare)) return undefined;
    const premium = Math.floor(lot.bestPremium ?? 0) + this.#random.between(1, largestRaise);
    const { siloCertSeq } = lot;
    const { principal } = this.#self;
    return {
      kind: 'insertSiloCertAuctionBid',
      siloCertSeq,
      principal,
      premium: asPrice(premium * centsPerRand),
    };
  }
}
