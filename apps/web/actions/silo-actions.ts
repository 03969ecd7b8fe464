// A dealer's actions on silo certificates: tender them, withdraw a tender, bid for lots, raise and delete bids (ACT-21). They are a
// separate chunk, because Trading needs none of them before a silo panel is open.
import {
  accountName,
  parseContractName,
  type SiloAuctionRow,
  type SiloBidRow,
  type SiloCertRow,
  type SiloCertState,
  type SiloLotState,
  type SiloOfferRow,
  type SiloPositionRow,
  type SiloStage,
} from '@openpit/wire';
import { formatLots, formatRand } from '../ui/format.ts';
import { ActionsListIcon, DeleteIcon, PlusIcon, UploadIcon } from '../ui/icons.tsx';
import { permissionOf, type RowAction } from './action.ts';
import { openDialog, type SiloForm } from './dialogs.ts';
import { sendCommand } from './send.ts';

const openForm = (form: SiloForm): null => openDialog({ kind: 'siloForm', form });

/** Each action with the key that calls it on a focused row. */
export const siloActionNames = {
  tender: { id: 'tenderSiloCert', label: 'Tender', key: 't' },
  withdraw: { id: 'withdrawSiloTender', label: 'Withdraw tender', key: 'Delete' },
  history: { id: 'showSiloCertHistory', label: 'History', key: 'i' },
  bid: { id: 'insertSiloCertAuctionBid', label: 'Bid', key: 'b' },
  deleteBid: { id: 'deleteSiloCertAuctionBid', label: 'Withdraw bid', key: 'Delete' },
} as const;

const tenderPermission = permissionOf('tenderSiloCert', 'tender silo certificates');

export const tonsText = (tons: number): string => `${formatLots(tons)}\u00a0t`;

/** "SR100001, 300 t WMAZ WM1 at RANDF". */
export const certText = ({ siloReceiptNo, tons, instrument, grade, location }: SiloCertRow): string =>
  `${siloReceiptNo}, ${tonsText(tons)} ${instrument} ${grade} at ${location}`;

/** "lot 3, 300 t DEC26 WMAZ at RANDF". */
export const lotText = ({ siloCertSeq, tons, contract, location }: SiloOfferRow): string =>
  `lot ${siloCertSeq}, ${tonsText(tons)} ${contract} at ${location}`;

interface CertTarget {
  readonly cert: SiloCertRow;
  /** Today's deliveries. */
  readonly deliveries: readonly Pick<SiloAuctionRow, 'contract' | 'stage'>[];
}

const certReasons: Readonly<Record<Exclude<SiloCertState, 'Held'>, string>> = {
  Encumbered: 'It secures a loan. The lender must release it before it can be tendered.',
  Tendered: 'It is already tendered.',
  'In auction': 'It is already in the auction.',
  Awarded: 'It is being delivered.',
  Allocated: 'It is being delivered.',
  Invoiced: 'It is being delivered.',
  Cancelled: 'It is cancelled: its grain was loaded out, or its parts took its place.',
  Expired: 'It has expired.',
};

/** The futures of today's deliveries that accept tenders of this instrument. */
export const contractsThatTakeTenders = ({ cert, deliveries }: CertTarget): readonly string[] =>
  deliveries
    .filter(
      ({ contract, stage }) =>
        stage === 'tendering' && parseContractName(contract).instrument === cert.instrument,
    )
    .map(({ contract }) => contract);

function tenderReason(target: CertTarget): string | null {
  const { state, instrument } = target.cert;
  if (state !== 'Held') return certReasons[state];
  return contractsThatTakeTenders(target).length > 0
    ? null
    : `No future on ${instrument} accepts tenders now. The panel Silo auction shows the deliveries of the day.`;
}

export const openTenderForm: RowAction<CertTarget> = {
  ...siloActionNames.tender,
  icon: UploadIcon,
  permission: tenderPermission,
  against: tenderReason,
  perform: ({ cert }) => openForm({ kind: 'tender', cert }),
};

function withdrawReason({ cert: { state } }: CertTarget): string | null {
  if (state === 'Tendered') return null;
  return state === 'In auction'
    ? 'Its auction has begun: the tender can no longer be withdrawn.'
    : 'It is not tendered.';
}

export const withdrawTender: RowAction<CertTarget> = {
  ...siloActionNames.withdraw,
  icon: DeleteIcon,
  permission: permissionOf('withdrawSiloTender', 'withdraw tenders of silo certificates'),
  against: withdrawReason,
  question: ({ cert }) => ({
    title: 'Withdraw the tender?',
    sentence: `${certText(cert)}. It leaves today’s delivery, and the short has to deliver another one.`,
    confirmLabel: 'Withdraw',
    cancelLabel: 'Keep it',
    isDestructive: true,
  }),
  perform: ({ cert }) =>
    cert.siloCertSeq === null
      ? null
      : sendCommand({
          command: 'withdrawSiloTender',
          body: { siloCertSeq: cert.siloCertSeq },
          description: `Withdraw the tender of ${certText(cert)}`,
          accepted: () => `Certificate ${cert.siloReceiptNo} is no longer tendered.`,
        }),
};

export const showCertHistory: RowAction<CertTarget> = {
  ...siloActionNames.history,
  icon: ActionsListIcon,
  perform: ({ cert }) => openForm({ kind: 'details', cert }),
};

/** The actions on one certificate, in the order they are shown. */
export const certActions: readonly RowAction<CertTarget>[] = [
  openTenderForm,
  withdrawTender,
  showCertHistory,
];

interface ShortTarget {
  readonly position: SiloPositionRow;
  readonly deliveries: CertTarget['deliveries'];
}

/** The lots of a short without a tender today; 0 for a long. */
export const lotsToTender = ({ net, tendered }: Pick<SiloPositionRow, 'net' | 'tendered'>): number =>
  Math.max(0, -net - tendered);

function shortReason({ position, deliveries }: ShortTarget): string | null {
  const { contract, principal, net, held: heldLots } = position;
  if (net > 0) return `${principal} is long ${contract}: it receives certificates.`;
  if (lotsToTender(position) === 0) return 'Certificates are tendered for all of it.';
  if (!deliveries.some((delivery) => delivery.contract === contract && delivery.stage === 'tendering'))
    return `${contract} accepts no tenders now.`;
  return heldLots > 0 ? null : `${principal} holds no certificate that it could tender.`;
}

export const openShortTenderForm: RowAction<ShortTarget> = {
  ...siloActionNames.tender,
  icon: UploadIcon,
  permission: tenderPermission,
  against: shortReason,
  perform: ({ position: { contract, principal, subAccount } }) =>
    openForm({ kind: 'tender', cert: null, contract, account: { principal, subAccount } }),
};

/** The actions on a position in a future that is delivered. */
export const shortActions: readonly RowAction<ShortTarget>[] = [openShortTenderForm];

interface LotTarget {
  /** `undefined` for a bid on a lot of another day. */
  readonly offer: SiloOfferRow | undefined;
  /** The stage of the delivery of its future; undefined while it is not known. */
  readonly stage: SiloStage | undefined;
  /** The user's open bids that the action applies to. */
  readonly bids: readonly SiloBidRow[];
}

const lotReasons: Readonly<Record<Exclude<SiloLotState, 'In auction'>, string>> = {
  Tendered: 'Bids are accepted when the auction begins.',
  Awarded: 'The lot is awarded.',
  Allocated: 'The lot is allocated.',
  Withdrawn: 'The lot is withdrawn.',
};

function auctionReason({ offer, stage }: LotTarget): string | null {
  if (offer === undefined) return 'The lot is not in today’s auction.';
  if (offer.state !== 'In auction') return lotReasons[offer.state];
  return stage === 'deciding' ? 'Bids are closed: the lots are awarded next.' : null;
}

const oneBid = ({ bids }: LotTarget): SiloBidRow | null => (bids.length === 1 ? (bids[0] ?? null) : null);

export const openBidForm: RowAction<LotTarget> = {
  ...siloActionNames.bid,
  icon: PlusIcon,
  permission: permissionOf('insertSiloCertAuctionBid', 'bid for silo certificates'),
  // Bids need live data, so that the best premium on the screen is current.
  against: (target, { entryClosed }) => auctionReason(target) ?? entryClosed,
  perform: (target) =>
    target.offer === undefined ? null : openForm({ kind: 'bid', offer: target.offer, bid: oneBid(target) }),
};

function deleteReason(target: LotTarget): string | null {
  const { length } = target.bids;
  if (length === 0) return 'There is no open bid of your member.';
  if (length > 1) return `Your member has ${length} bids for this lot. Choose one under “Own bids”.`;
  return auctionReason(target);
}

export const deleteBid: RowAction<LotTarget> = {
  ...siloActionNames.deleteBid,
  icon: DeleteIcon,
  permission: permissionOf('deleteSiloCertAuctionBid'),
  against: deleteReason,
  question(target) {
    const bid = oneBid(target);
    if (bid === null) return null;
    return {
      title: 'Withdraw the bid?',
      sentence: `${bidText(bid, target)}. Without a bid the account may still be allocated a lot.`,
      confirmLabel: 'Withdraw bid',
      cancelLabel: 'Keep it',
      isDestructive: true,
    };
  },
  perform(target) {
    const bid = oneBid(target);
    if (bid === null) return null;
    const words = bidText(bid, target);
    return sendCommand({
      command: 'deleteSiloCertAuctionBid',
      body: { siloBidSeq: bid.siloBidSeq },
      description: `Withdraw the bid: ${words}`,
      accepted: () => `Withdrew the bid: ${words}.`,
    });
  },
};

/** "R 12 per ton for KAND, lot 3, 300 t DEC26 WMAZ at RANDF". */
const bidText = (bid: SiloBidRow, { offer }: LotTarget): string =>
  `${formatRand(bid.premium)} per ton for ${accountName(bid)}, ${
    offer === undefined ? `lot ${bid.siloCertSeq}` : lotText(offer)
  }`;

/** The actions on a lot or one of the user's bids, in the order they are shown. */
export const lotActions: readonly RowAction<LotTarget>[] = [openBidForm, deleteBid];
