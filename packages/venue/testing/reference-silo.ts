// Silo certificates in the reference model: certificates, lots and bids as they follow from the events. It throws if a certificate
// is lost or made, if an invoice differs from its terms, when a rank is wrong, or when a delivery makes a position change sides.
import type { SiloStage } from '@openpit/terms';
import type { Command, VenueEvent } from '../modules.ts';
import type { SiloBid, SiloCert, SiloDelivered, SiloLot } from '../silo/silo-events.ts';
import { claim, claimSame, known } from './claims.ts';
import type { ReferenceMarket } from './reference-market.ts';

export class ReferenceSilo {
  readonly certs = new Map<string, SiloCert>();
  readonly lots = new Map<number, SiloLot>();
  readonly bids = new Map<number, SiloBid>();
  stage: SiloStage = 'closed';
  /** Futures that can be delivered today; from the last stage that began. */
  deliverable: readonly string[] = [];
  /** Tons of certificates that parts must replace before the command ends. */
  #split = 0;
  /** True if the current command splits certificates. */
  #isSplit = false;
  #isTouched = false;

  /** Before the events of a command. */
  begin(command: Command): void {
    this.#isSplit = command.kind === 'splitSiloCert' || command.kind === 'awardSiloLots';
  }

  follow(event: VenueEvent, model: ReferenceMarket): void {
    switch (event.kind) {
      case 'siloCertChanged':
        this.#change(event.cert, model);
        break;
      case 'siloLotChanged':
        this.lots.set(event.lot.siloCertSeq, event.lot);
        this.#isTouched = true;
        break;
      case 'siloBidChanged':
        this.bids.set(event.bid.siloBidSeq, event.bid);
        this.#isTouched = true;
        break;
      case 'siloStageBegun':
        this.stage = event.stage;
        this.deliverable = event.contracts;
        break;
      case 'siloDelivered':
        this.#deliver(event, model);
        break;
      case 'deliveryDefaulted':
        claimSame('a penalty', event.amount, event.penalty * event.lots * tonsOf(model, event.contract));
        break;
      case 'dayEnded':
        this.lots.clear();
        this.bids.clear();
        break;
      default:
    }
  }

  /** After each command. */
  check(): void {
    claim(this.#split === 0, `${this.#split} t of split certificates have no parts`);
    if (!this.#isTouched) return;
    this.#isTouched = false;
    for (const { siloCertSeq, siloReceiptNo, state, bestPremium } of this.lots.values()) {
      const cert = known(this.certs.get(siloReceiptNo), `certificate ${siloReceiptNo}`);
      const isOffered = state === 'Tendered' || state === 'In auction';
      if (isOffered) claimSame(`lot ${siloCertSeq}`, [cert.siloCertSeq, cert.state], [siloCertSeq, state]);
      const open = [...this.bids.values()].filter(
        (bid) => bid.siloCertSeq === siloCertSeq && bid.state === 'Open',
      );
      claim(open.length === 0 || state === 'In auction', `lot ${siloCertSeq} is ${state} but has bids`);
      const byRank = open.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
      claimSame(
        `ranks of lot ${siloCertSeq}`,
        byRank.map(({ rank }) => rank),
        byRank.map((_, at) => at + 1),
      );
      const premiums = byRank.map(({ premium }) => premium);
      claimSame(
        `premiums of lot ${siloCertSeq}`,
        premiums,
        [...premiums].sort((a, b) => b - a),
      );
      if (isOffered) claimSame(`best premium of lot ${siloCertSeq}`, premiums[0] ?? null, bestPremium);
    }
  }

  /** Claims that the history of a certificate has no gap and its tons never change. A split uses as many tons as its parts have. */
  #change(cert: SiloCert, model: ReferenceMarket): void {
    const { siloReceiptNo, seq, tons, lots, state, instrument } = cert;
    const before = this.certs.get(siloReceiptNo);
    claimSame(`the number of changes of ${siloReceiptNo}`, seq, (before?.seq ?? 0) + 1);
    const size = model.instruments.get(instrument)?.tonsPerContract ?? 0;
    claimSame(`tons of ${siloReceiptNo}`, tons, lots * size);
    claim(tons > 0, `${siloReceiptNo} is over ${tons} t`);
    if (before !== undefined) {
      claimSame(`terms of ${siloReceiptNo}`, termsOf(cert), termsOf(before));
      claim(before.state !== 'Cancelled' && before.state !== 'Expired', `${siloReceiptNo} came back`);
    }
    // Parts follow the certificate that they replace; a certificate that is loaded out has none.
    if (before === undefined && siloReceiptNo.includes('-')) this.#split -= tons;
    if (state === 'Cancelled' && this.#isSplit) this.#split += tons;
    claim(
      (state === 'Encumbered') === (cert.lender !== null),
      `${siloReceiptNo} has a lender while ${state}`,
    );
    this.certs.set(siloReceiptNo, cert);
    this.#isTouched = true;
  }

  #deliver(event: SiloDelivered, model: ReferenceMarket): void {
    const { mtm, differential, discount, premium, tons, storageDays, storageRate, storage, amount } = event;
    const { siloCertSeq, contract, buyer, seller, lots } = event;
    claimSame('the storage of a delivery', storage, storageDays * storageRate * tons);
    claimSame('an invoice', amount, (mtm - differential - discount + premium) * tons + storage);
    const numbers = [seller, buyer].map(({ principal }) => model.vatNumbers.get(principal) ?? null);
    claimSame('the VAT numbers of an invoice', [event.vatNumbers?.seller, event.vatNumbers?.buyer], numbers);
    const percent = numbers[0] === null ? 0 : model.deliveryVatPercent;
    claimSame('the VAT of an invoice', event.vat, Math.round((amount * percent) / 100));
    model.money.invoice(event);
    claimSame('the MTM of a delivery', mtm, model.contract(contract).mtm);
    const lot = known(this.lots.get(siloCertSeq), `lot ${siloCertSeq}`);
    claimSame('what is delivered', [lot.lots, lot.tons, lot.seller], [lots, tons, seller]);
    const bid = [...this.bids.values()].find(
      (bid) => bid.siloCertSeq === siloCertSeq && bid.state === 'Awarded',
    );
    claimSame('the premium of a delivery', premium, bid?.premium ?? 0);
    if (bid !== undefined)
      claimSame(
        'the buyer of an award',
        [bid.principal, bid.subAccount],
        [buyer.principal, buyer.subAccount],
      );
    for (const position of model.positions.values()) {
      if (position.contract !== contract) continue;
      const isOf = (party: typeof buyer) =>
        position.principal === party.principal && position.subAccount === party.subAccount;
      claim(!isOf(buyer) || position.net >= 0, `a delivery left ${position.principal} short`);
      claim(!isOf(seller) || position.net <= 0, `a delivery left ${position.principal} long`);
    }
  }
}

const tonsOf = (model: ReferenceMarket, contract: string): number =>
  model.instruments.get(model.contract(contract).listing.instrument)?.tonsPerContract ?? 0;

const termsOf = ({ tons, instrument, grade, origin, location, season, issuedOn }: SiloCert) => [
  tons,
  instrument,
  grade,
  origin,
  location,
  season,
  issuedOn,
];
