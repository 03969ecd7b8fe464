// The reasons why the market rejects actions on silo certificates and in their auction.

import type { SiloCertState, SiloStage } from '@openpit/terms';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';
import { lotsText } from '../kernel/units.ts';

const stageWords: Readonly<Record<SiloStage, string>> = {
  closed: 'is closed',
  tendering: 'accepts tenders',
  bidding: 'accepts bids',
  deciding: 'awards the lots',
};

export const siloRejections = {
  siloNotInMarket: fixed({
    when: 'any command on silo certificates in a market without data on silos',
    sentence: 'This market has no delivery by silo certificates.',
  }),
  siloCertNotFound: detailed({
    when: 'also for a certificate of another member, and for any if the user has own-only visibility',
    examples: [{ siloReceiptNo: 'SR100001' }],
    sentence: (v) =>
      `Your member has no certificate ${v.siloReceiptNo}. Choose one from the panel Silo certificates.`,
  }),
  siloCertUnknown: detailed({
    when: 'the operator names a certificate that does not exist',
    examples: [{ siloReceiptNo: 'SR100001' }],
    sentence: (v) => `There is no certificate ${v.siloReceiptNo}.`,
  }),
  siloCertUnusable: detailed({
    when: 'issue a certificate',
    examples: [{ why: 'certificate SR100001 has already been issued' }],
    sentence: (v) => `The certificate cannot be issued: ${v.why}.`,
  }),
  siloCertInState: detailed<{ siloReceiptNo: string; state: SiloCertState; needed: string }>({
    status: 409,
    when: 'transfer, split, encumber, release, load out, pay storage, tender',
    examples: [{ siloReceiptNo: 'SR100001', state: 'Encumbered', needed: 'Held' }],
    sentence: (v) =>
      `Certificate ${v.siloReceiptNo} is ${v.state.toLowerCase()}. This requires a certificate that is ${v.needed.toLowerCase()}.`,
  }),
  siloSplitUnusable: detailed({
    when: 'split a certificate',
    examples: [{ siloReceiptNo: 'SR100001', tons: 300, size: 100 }],
    sentence: (v) =>
      `Certificate ${v.siloReceiptNo} is over ${v.tons} t. Give at least two parts that add up to it, each a multiple of ${v.size} t.`,
  }),
  siloStorageUnusable: detailed({
    when: 'pay storage',
    examples: [{ siloReceiptNo: 'SR100001', paidUntil: '2026-12-31' }],
    sentence: (v) =>
      `The storage of certificate ${v.siloReceiptNo} is paid until ${v.paidUntil}. Give a later day.`,
  }),
  siloStageOutOfOrder: detailed<{ stage: SiloStage | 'award'; present: SiloStage }>({
    status: 409,
    when: 'begin a stage of the delivery day, award the lots',
    examples: [{ stage: 'award', present: 'bidding' }],
    sentence: (v) =>
      `The delivery ${stageWords[v.present]}, so ${v.stage === 'award' ? 'its lots cannot be awarded' : `its stage cannot become ${v.stage}`} now. The stages are tendering, bidding, deciding, award.`,
  }),
  siloStageClosed: detailed<{ what: 'tenders' | 'bids'; present: SiloStage }>({
    status: 409,
    when: 'tender, withdraw a tender, bid, delete a bid outside its stage',
    examples: [
      { what: 'bids', present: 'deciding' },
      { what: 'tenders', present: 'bidding' },
    ],
    sentence: (v) =>
      v.what === 'bids'
        ? `The auction is closed: the delivery ${stageWords[v.present]} now. Bids are placed, raised and withdrawn only while it accepts bids.`
        : `The delivery ${stageWords[v.present]} now. Certificates are tendered and withdrawn only while it accepts tenders.`,
  }),
  siloContractNotDeliverable: detailed<{ contract: string; from?: string; to?: string }>({
    when: 'tender for a contract that is not a future for physical delivery, or outside its delivery period',
    examples: [{ contract: 'DEC26 WMAZ', from: '2026-12-01', to: '2026-12-31' }, { contract: 'DEC26 CORN' }],
    sentence: (v) =>
      v.from === undefined
        ? `${v.contract} is not a future for physical delivery. Choose one that is.`
        : `${v.contract} is delivered from ${v.from} to ${v.to}. Tender for it in that period.`,
  }),
  siloCertUnfit: detailed<{ siloReceiptNo: string; contract: string; why: string }>({
    when: 'tender a certificate that the contract does not accept',
    examples: [
      { siloReceiptNo: 'SR100001', contract: 'DEC26 WMAZ', why: 'its location RANDF is not registered' },
    ],
    sentence: (v) =>
      `Certificate ${v.siloReceiptNo} cannot be delivered for ${v.contract}: ${v.why}. Choose another certificate.`,
  }),
  siloShortTooSmall: detailed({
    when: 'tender more than the account is short, lots that are tendered already counted',
    examples: [{ principal: '9996S', contract: 'DEC26 WMAZ', lots: 3, short: 2 }],
    sentence: (v) =>
      v.short === 0
        ? `${v.principal} has no short lots of ${v.contract} that are not tendered yet.`
        : `${v.principal} is short ${lotsText(v.short)} of ${v.contract} that ${v.short === 1 ? 'is' : 'are'} not tendered yet, fewer than the ${v.lots} of the certificate. Choose a smaller certificate, or split it.`,
  }),
  siloLotNotFound: detailed({
    when: 'no such lot in the delivery of today; withdraw a tender of another member',
    examples: [{ siloCertSeq: 7 }],
    sentence: (v) => `You cannot do this with lot ${v.siloCertSeq}. Choose another lot from the list.`,
  }),
  siloLotOwn: detailed({
    when: 'bid for a lot that the same principal has tendered',
    examples: [{ principal: '9996S' }],
    sentence: (v) => `${v.principal} has tendered this lot itself and cannot bid for it.`,
  }),
  siloLongTooSmall: detailed<{ principal: string; contract: string; lots: number; long?: number }>({
    when: 'bid for more than the account is long; the third sentence is for dealers with own-only visibility',
    examples: [
      { principal: 'KAND', contract: 'JUL26 WMAZ', lots: 3, long: 0 },
      { principal: 'KAND', contract: 'JUL26 WMAZ', lots: 3, long: 2 },
      { principal: 'KAND', contract: 'JUL26 WMAZ', lots: 3 },
    ],
    sentence: (v) => {
      if (v.long === undefined)
        return `${v.principal} is not long the ${lotsText(v.lots)} of ${v.contract} in this lot. A lot is delivered as a whole.`;
      return v.long === 0
        ? `You hold no long position in ${v.contract} for ${v.principal}. Only longs can bid.`
        : `${v.principal} is long ${lotsText(v.long)} of ${v.contract}, fewer than the ${v.lots} of this lot. A lot is delivered as a whole.`;
    },
  }),
  siloPremiumUnusable: detailed({
    when: 'bid',
    examples: [{ premium: '-5.00', most: '4035.00' }],
    sentence: (v) =>
      `A premium of R${v.premium} per ton cannot be bid: it must be a whole number of rand from 0 to R${v.most}, the MTM of the lot.`,
  }),
  siloBidNotHigher: detailed<{ principal: string; premium?: string }>({
    when: 'raise a bid; the second sentence is for dealers with own-only visibility',
    examples: [{ principal: 'KAND', premium: '12.00' }, { principal: 'KAND' }],
    sentence: (v) =>
      v.premium === undefined
        ? `Another dealer of your member has a bid for this lot for ${v.principal}. Only that dealer can raise it.`
        : `${v.principal} already bids R${v.premium} per ton for this lot. Bid more, or withdraw the bid first.`,
  }),
  siloBidNotFound: detailed({
    when: 'delete a bid; also for a bid of another member, and of another dealer if the user has own-only visibility',
    examples: [{ siloBidSeq: 12 }],
    sentence: (v) => `Your member has no open bid ${v.siloBidSeq}.`,
  }),
};

export const reject = rejectionsFrom(siloRejections);
