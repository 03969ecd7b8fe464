// Generates the register of silo certificates and days of delivery: tenders of accounts that are short, bids of accounts that are
// long, and occasionally one with a single fault.
import { siloStages } from '@openpit/terms';
import { addDays, type Day, isoDate, parseIsoDate } from '../../kernel/civil-date.ts';
import { asPrice, lots } from '../../kernel/units.ts';
import type { PositionChanged } from '../../positions/position.ts';
import type { IssuedCert } from '../../reference/silo-data.ts';
import type { SiloBid, SiloCert, SiloLot } from '../../silo/silo-events.ts';
import {
  type CommandGenerator,
  oneOf,
  operate,
  someUser,
  submissionOf,
  userOf,
  type WeightedGenerator,
} from '../command-generator.ts';
import type { RandomValues } from '../random-values.ts';
import type { ReferenceMarket } from '../reference-market.ts';

const principals = ['KAND', '9996S', '9104K', 'VELD', '8001V', 'MIEL', '5044M'] as const;

const day = (model: ReferenceMarket, after: number): string =>
  isoDate(addDays(parseIsoDate(model.businessDay) ?? (0 as Day), after));

/** A certificate of this account with a new number; one in ten has a field that is wrong, or that no contract accepts. */
function aCert(
  model: ReferenceMarket,
  random: RandomValues,
  { owner, instrument, lots }: { readonly owner: string; readonly instrument: string; readonly lots: number },
): IssuedCert {
  const size = model.instruments.get(instrument)?.tonsPerContract ?? 100;
  const cert: IssuedCert = {
    siloReceiptNo: `SR${model.silo.certs.size + 1}`,
    instrument,
    tons: lots * size,
    grade: `${instrument.slice(0, 2)}1`,
    origin: 'RSA',
    location: 'BOTHA',
    season: '2026/27',
    owner,
    issuedOn: model.businessDay,
    storagePaidUntil: day(model, random.between(-20, 20)),
    ...(random.oneIn(4) ? { expiresOn: day(model, random.below(4)) } : {}),
  };
  if (!random.oneIn(10)) return cert;
  return {
    ...cert,
    ...random.pick([{ season: '2025/26' }, { tons: 7 }, { siloReceiptNo: 'SR1' }, { owner: 'NOBODY' }]),
  };
}

const heldBy = ({ silo }: ReferenceMarket, principal: string): SiloCert[] =>
  [...silo.certs.values()].filter((cert) => cert.principal === principal && cert.state === 'Held');

const register: CommandGenerator = (model, random) => {
  const all = [...model.silo.certs.values()];
  const cert = random.pick(all.filter(({ state }) => state === 'Held' || state === 'Encumbered'));
  const isWrong = random.oneIn(6);
  if (cert === undefined || random.oneIn(3)) {
    const instrument = random.pick(['WMAZ', 'WMAZ', 'YMAZ', 'WEAT']);
    const terms = { owner: random.pick(principals), instrument, lots: random.between(1, 6) };
    return operate({ kind: 'issueSiloCert', cert: aCert(model, random, terms) });
  }
  const siloReceiptNo = isWrong
    ? (random.pick(['SR0', random.pick(all)?.siloReceiptNo ?? 'SR0']) ?? 'SR0')
    : cert.siloReceiptNo;
  switch (random.below(6)) {
    case 0:
      return operate({
        kind: 'transferSiloCert',
        siloReceiptNo,
        owner: random.oneIn(12) ? 'NOBODY' : random.pick(principals),
      });
    case 1: {
      const first = (cert.tons / cert.lots) * random.below(cert.lots);
      return operate({ kind: 'splitSiloCert', siloReceiptNo, tons: [first, cert.tons - first] });
    }
    case 2:
    case 3:
      return cert.state === 'Encumbered'
        ? operate({ kind: 'releaseSiloCert', siloReceiptNo })
        : operate({ kind: 'encumberSiloCert', siloReceiptNo, lender: 'Landbouwbank' });
    case 4:
      return operate({ kind: 'paySiloStorage', siloReceiptNo, until: day(model, random.between(-5, 30)) });
    default:
      return operate({ kind: 'loadOutSiloCert', siloReceiptNo });
  }
};

/** Goes on to the next stage of the delivery; rarely to another. */
function nextStage({ silo }: ReferenceMarket, random: RandomValues) {
  if (random.oneIn(8))
    return operate({ kind: 'beginSiloStage', stage: random.pick(siloStages) ?? 'closed', endsAt: null });
  if (silo.stage === 'deciding' || random.oneIn(20)) return operate({ kind: 'awardSiloLots' });
  const next = ({ closed: 'tendering', tendering: 'bidding', bidding: 'deciding' } as const)[silo.stage];
  return operate({ kind: 'beginSiloStage', stage: next, endsAt: null });
}

/** Makes positions in the future that is delivered in this month: at one price, so that many orders deal. */
const tradeDelivered: CommandGenerator = (model, random) => {
  const contract = model.businessDay < '2026-11-24' ? 'NOV26 WMAZ' : 'DEC26 WMAZ';
  const user = someUser(random);
  const { member: principal } = user;
  const side = random.pick(['B', 'S'] as const);
  const price = model.contract(contract).mtm;
  return submissionOf(
    user,
    {
      kind: 'insertOrder',
      contract,
      side,
      type: 'Normal',
      lots: lots(random.between(1, 8)),
      price,
      capacity: 'P',
      principal,
      subAccount: null,
      ref: '',
    },
    random,
  );
};

const tender: CommandGenerator = (model, random) => {
  const { silo } = model;
  const shorts = heldIn(model, ({ net }) => net < 0);
  const tendered = [...silo.lots.values()].filter(({ state }) => state === 'Tendered');
  if (tendered.length > 0 && random.oneIn(6)) {
    const { siloCertSeq, seller } = random.pick(tendered) ?? { siloCertSeq: 0, seller: { member: 'KAND' } };
    const command = { kind: 'withdrawSiloTender', siloCertSeq: random.oneIn(6) ? 0 : siloCertSeq } as const;
    return submissionOf(userOf(seller.member, random), command, random);
  }
  const short = random.pick(shorts);
  if (short === undefined && random.oneIn(2)) return tradeDelivered(model, random);
  if (short === undefined || random.oneIn(10)) {
    const { siloReceiptNo, member } = random.pick([...silo.certs.values()]) ?? {
      siloReceiptNo: 'SR0',
      member: 'KAND',
    };
    const contract = random.pick(model.names) ?? 'DEC26 WMAZ';
    return submissionOf(
      random.oneIn(3) ? someUser(random) : userOf(member, random),
      { kind: 'tenderSiloCert', contract, siloReceiptNo },
      random,
    );
  }
  const { contract, principal, subAccount, member, net } = short;
  const { instrument } = model.contract(contract).listing;
  const fitting = heldBy(model, principal).filter(
    (cert) => (cert.instrument === instrument && cert.lots <= -net) || random.oneIn(12),
  );
  const cert = random.pick(fitting);
  if (cert === undefined) {
    const terms = { owner: principal, instrument, lots: Math.min(-net, random.between(1, 6)) };
    return operate({ kind: 'issueSiloCert', cert: aCert(model, random, terms) });
  }
  const { siloReceiptNo } = cert;
  return submissionOf(
    userOf(member, random),
    { kind: 'tenderSiloCert', contract, siloReceiptNo, subAccount },
    random,
  );
};

/** Positions in futures that are delivered today. */
const heldIn = (
  { positions, silo }: ReferenceMarket,
  isWanted: (position: PositionChanged) => boolean,
): PositionChanged[] =>
  [...positions.values()].filter(
    (position) => silo.deliverable.includes(position.contract) && isWanted(position),
  );

const bid: CommandGenerator = (model, random) => {
  const { silo } = model;
  const open = new Map([...silo.bids].filter(([, { state }]) => state === 'Open'));
  const own = random.oneIn(3) ? oneOf<SiloBid>(open, random) : undefined;
  if (own !== undefined && random.oneIn(2)) {
    const siloBidSeq = random.oneIn(8) ? 0 : own.siloBidSeq;
    return submissionOf(userOf(own.member, random), { kind: 'deleteSiloCertAuctionBid', siloBidSeq }, random);
  }
  if (own !== undefined) {
    const premium = asPrice(own.premium + 100 * random.between(0, 5));
    const { siloCertSeq, principal, subAccount, member } = own;
    return submissionOf(
      userOf(member, random),
      { kind: 'insertSiloCertAuctionBid', siloCertSeq, principal, subAccount, premium },
      random,
    );
  }
  const lot = oneOf<SiloLot>(silo.lots, random);
  const longs = heldIn(model, ({ net, contract }) => contract === lot?.contract && net > 0);
  const enough = longs.filter(({ net }) => net >= (lot?.lots ?? 0));
  const anyone = { member: 'KAND', principal: 'KAND', subAccount: null };
  const seller = lot?.seller ?? anyone;
  const all = [...model.positions.values()];
  const { member, principal, subAccount } = random.oneIn(10)
    ? seller
    : (random.pick(random.oneIn(6) ? longs : random.oneIn(8) ? all : enough) ?? anyone);
  const premium = asPrice(random.oneIn(20) ? -100 : 100 * random.below(8));
  const siloCertSeq = random.oneIn(30) ? 0 : (lot?.siloCertSeq ?? 0);
  return submissionOf(
    userOf(member, random),
    { kind: 'insertSiloCertAuctionBid', siloCertSeq, principal, subAccount, premium },
    random,
  );
};

/** A command that the stage expects; sometimes a command that it rejects. */
const deliver: CommandGenerator = (model, random) => {
  const { stage } = model.silo;
  // While the lots are decided, somebody who could be drawn is stopped.
  const [long] = stage === 'deciding' && model.stopped.size === 0 ? heldIn(model, ({ net }) => net > 0) : [];
  if (long !== undefined && random.oneIn(3))
    return operate({ kind: 'stopTrading', member: long.member, dealer: null, reason: 'no margin' });
  // A day has about a dozen of these commands, and its delivery must finish within them.
  const isWaiting = stage === 'tendering' && model.silo.lots.size === 0;
  if (stage === 'closed' || stage === 'deciding' ? !random.oneIn(4) : random.oneIn(isWaiting ? 15 : 5))
    return nextStage(model, random);
  if (random.oneIn(15)) return random.pick([tender, bid])(model, random);
  if (stage === 'bidding') return bid(model, random);
  return stage === 'tendering' ? tender(model, random) : register(model, random);
};

/** Tries to change a position that a delivery has closed. */
const changeDelivered: CommandGenerator = (model, random) => {
  const deals = [...model.deals].filter(([, { origin }]) => origin === 'delivery');
  const deal = oneOf(new Map(deals), random);
  if (deal === undefined) return deliver(model, random);
  if (random.oneIn(2)) return operate({ kind: 'cancelDeal', matchSeq: deal.matchSeq, reason: 'typed wrong' });
  const command = { kind: 'assignDealToMember', dealSeq: deal.dealSeq, member: 'MIEL' } as const;
  return submissionOf(userOf(deal.owner.member, random), command, random);
};

export const generators: readonly WeightedGenerator[] = [
  [90, deliver],
  [12, tradeDelivered],
  [8, register],
  [4, changeDelivered],
];
