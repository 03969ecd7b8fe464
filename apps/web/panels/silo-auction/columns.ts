// The columns of the tabs of the Silo auction panel: the lots with the user's bid and its rank (SILO-2), the user's bids, the positions
// that must be delivered, and the deliveries with their invoices (SILO-3).
import {
  accountName,
  type SiloAward,
  type SiloBidRow,
  type SiloBidState,
  type SiloInvoiceRow,
  type SiloOfferRow,
  type SiloPositionRow,
  toCents,
  toRand,
} from '@openpit/wire';
import { lotsToTender } from '../../actions/silo-actions.ts';
import { lotsText } from '../../market/market-text.ts';
import type { SiloNames } from '../../market/silo.ts';
import { dash, formatDate, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  date,
  lots,
  number,
  onPhone,
  rate,
  signedLots,
  signedRand,
  text,
  time,
  withGreyRows,
} from '../parts/column-kinds.ts';
import { differential, discount, isOpenLot, location, offerColumns } from '../parts/silo/columns.ts';

/** A lot with the open bids of the user's member. */
export interface LotRow extends SiloOfferRow {
  readonly ownBids: readonly SiloBidRow[];
  /** The highest of them. */
  readonly ownBest: SiloBidRow | null;
}

/** The lots with their own open bids, the highest first. */
export function lotsWithBids(
  offers: readonly SiloOfferRow[],
  bids: readonly SiloBidRow[],
): readonly LotRow[] {
  const open = bids.filter(({ state }) => state === 'Open').toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return offers.map((offer) => {
    const ownBids = open.filter(({ siloCertSeq }) => siloCertSeq === offer.siloCertSeq);
    return { ...offer, ownBids, ownBest: ownBids[0] ?? null };
  });
}

/** "1 of 3". */
export const rankText = ({ rank }: Pick<SiloBidRow, 'rank'>, bids: number): string =>
  rank === null ? dash : `${rank} of ${Math.max(bids, rank)}`;

export const rankTone = (bid: Pick<SiloBidRow, 'rank'> | null): CellTone | undefined =>
  bid === null || bid.rank === null ? undefined : bid.rank === 1 ? 'up' : 'warning';

const ownColumns: readonly GridColumn<LotRow>[] = withGreyRows(
  [
    rate('ownPremium', 'Own, R/t', 68, {
      help: 'Highest own premium, in rand per ton',
      value: ({ ownBest }) => ownBest?.premium ?? null,
      tone: ({ ownBest }) => rankTone(ownBest),
      isHeavy: ({ ownBest }) => ownBest?.rank === 1,
      rank: 3,
    }),
    rate('rank', 'Rank', 54, {
      help: 'Rank of your highest bid among all open bids for the lot',
      value: ({ ownBest }) => ownBest?.rank ?? null,
      text: ({ ownBest, bids }) => (ownBest === null ? dash : rankText(ownBest, bids)),
      tone: ({ ownBest }) => rankTone(ownBest),
      rank: 4,
    }),
  ],
  (lot) => !isOpenLot(lot),
);

const ranks = {
  // The user's own premium has rank 3, its rank 4, the buttons 6.
  ...{ siloCertSeq: 0, location: 0, tons: 1, bestPremium: 2, state: 5, contract: 7, spotPrice: 8 },
  ...{ grade: 10, bids: 11, differential: 12, lots: 13 },
};

export function lotColumns(names: SiloNames): readonly GridColumn<LotRow>[] {
  // On a phone the user's bid shows in place of the best.
  const all = offerColumns<LotRow>(names, ranks).map(
    (column): GridColumn<LotRow> =>
      column.phone !== 'state'
        ? column
        : {
            ...column,
            text: (lot) =>
              lot.ownBest === null
                ? column.text(lot)
                : `own ${formatPrice(lot.ownBest.premium, 2)}, rank ${rankText(lot.ownBest, lot.bids)}`,
            tone: (lot) => rankTone(lot.ownBest) ?? column.tone?.(lot),
          },
  );
  const after = all.findIndex(({ id }) => id === 'bids') + 1;
  return [...all.slice(0, after), ...ownColumns, ...all.slice(after)];
}

const bidTones: Readonly<Record<SiloBidState, CellTone | undefined>> = {
  Open: undefined,
  Awarded: 'up',
  Lost: 'second',
  Deleted: 'second',
  Lapsed: 'second',
};

const columnsOfBids: readonly GridColumn<SiloBidRow>[] = [
  number('siloBidSeq', 'Bid', 40),
  time('time', 'Time', 66, { rank: 8 }),
  number('siloCertSeq', 'Lot', 40, { weight: 'strong', tone: () => undefined, rank: 0 }),
  text('contract', 'Contract', 90, { rank: 4 }),
  rate('premium', 'Premium, R/t', 84, { help: 'Premium in rand per ton', weight: 'strong', rank: 0 }),
  rate('rank', 'Rank', 46, {
    help: 'Among the open bids for the lot',
    text: ({ rank }) => (rank === null ? dash : String(rank)),
    ...{ tone: rankTone, rank: 2 },
  }),
  text('state', 'State', 70, { tone: ({ state }) => bidTones[state], rank: 3 }),
  lots('lots', 'Lots', 42, { rank: 7 }),
  text('principal', 'For', 62, { help: 'Principal', rank: 6 }),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
  text('dealer', 'Dealer', 50),
  onPhone('contract', 'Lot', ({ siloCertSeq, contract }) => `${siloCertSeq} · ${contract}`, {
    weight: 'strong',
  }),
  onPhone('price', 'Premium', ({ premium }) => `${formatPrice(premium, 2)} R/t`),
  onPhone('summary', 'For', (bid) => `${lotsText(bid.lots)} for ${accountName(bid)}`),
  onPhone('state', 'State', ({ state, rank }) => (rank === null ? state : `rank ${rank}`), {
    tone: (bid) => rankTone(bid) ?? bidTones[bid.state],
  }),
];

/** A bid that bought nothing steps back. */
export const bidColumns = withGreyRows(columnsOfBids, ({ state }) => state !== 'Open' && state !== 'Awarded');

const netTone = ({ net: lots }: SiloPositionRow): CellTone => (lots > 0 ? 'buy' : 'sell');
const dutyTone = (row: SiloPositionRow): CellTone => (lotsToTender(row) > 0 ? 'warning' : 'second');

/** The effect on the position, in a word. */
const dutyText = (row: SiloPositionRow): string => {
  if (row.net > 0) return 'receives';
  const left = lotsToTender(row);
  return left === 0 ? 'all tendered' : `${formatLots(left)} to tender`;
};

export const siloPositionColumns: readonly GridColumn<SiloPositionRow>[] = [
  text('contract', 'Contract', 90, { weight: 'strong', rank: 0 }),
  text('principal', 'Account', 66, { weight: 'strong', rank: 3 }),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
  signedLots('net', 'Net', 50, {
    help: 'Net position in lots: positive if long, negative if short',
    ...{ weight: 'strong', tone: netTone, sum: false, rank: 1 },
  }),
  lots('tendered', 'Tendered', 64, { help: 'Lots that are tendered today' }),
  text('duty', 'To do', 92, {
    help: 'What a short still has to tender',
    value: dutyText,
    sortValue: lotsToTender,
    ...{ tone: dutyTone, groups: false, rank: 2 },
  }),
  lots('held', 'Held', 50, { help: 'Lots of certificates that the account holds and could tender', rank: 6 }),
  date('lastNoticeDay', 'By', 78, {
    help: 'Last notice day: a short that is not delivered by then is in default',
    rank: 4,
  }),
  onPhone('contract', 'Contract', ({ contract }) => contract, { weight: 'strong' }),
  onPhone('price', 'Net', ({ net }) => formatSigned(net, 0), { tone: netTone }),
  onPhone('summary', 'Account', (row) => `${accountName(row)}, by ${formatDate(row.lastNoticeDay)}`),
  onPhone('state', 'To do', dutyText, { tone: dutyTone }),
];

/** An invoice with the lots of its delivery. */
export interface DeliveryRow extends SiloInvoiceRow {
  readonly lots: number | null;
  readonly award: SiloAward | null;
}

/** Invoices of rules before 10 have none. */
const vatOf = ({ terms }: DeliveryRow): number => terms?.vat ?? 0;
const totalOf = (row: DeliveryRow): number => toRand(toCents(row.amount) + toCents(vatOf(row)));
const amountTone = ({ amount }: DeliveryRow): CellTone => (amount < 0 ? 'down' : 'up');

const sideText = ({ side }: DeliveryRow) => (side === 'B' ? 'Received' : 'Delivered');
const awardTexts: Readonly<Record<SiloAward, string>> = { bid: 'by bid', allocation: 'allocated' };
const awardText = ({ award }: DeliveryRow) => (award === null ? dash : awardTexts[award]);

export const deliveryColumns = (names: SiloNames): readonly GridColumn<DeliveryRow>[] => [
  date('businessDay', 'Day', 78, { rank: 12 }),
  time('time', 'Time', 66, { tone: 'second' }),
  number('invoiceSeq', 'Invoice', 54, { help: 'Number of the invoice', rank: 11 }),
  text('contract', 'Contract', 90, { weight: 'strong', rank: 0 }),
  text('side', 'Side', 72, {
    ...{ text: sideText, tone: ({ side }) => (side === 'B' ? 'buy' : 'sell'), rank: 1 },
  }),
  text('principal', 'Account', 66, { rank: 6 }),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
  text('siloReceiptNo', 'Receipt', 84, { groups: false, rank: 3 }),
  location(names, { rank: 8 }),
  lots('tons', 'Tons', 56, { rank: 4 }),
  text('award', 'How', 66, {
    help: 'By the buyer’s bid, or allocated because no bid won the lot',
    value: awardText,
    ...{ tone: 'second', rank: 9 },
  }),
  rate('mtm', 'MTM', 72, { help: 'MTM of the lot in rand per ton', tone: 'second' }),
  differential(),
  discount(),
  rate('dealtPremium', 'Premium, R/t', 84, {
    help: 'Premium in rand per ton, paid to the seller',
    rank: 7,
  }),
  rate('perTon', 'Per ton, R', 78, {
    help: 'MTM less differential and discount, plus the premium',
    ...{ weight: 'strong', rank: 5 },
  }),
  signedLots('storageDays', 'Days', 46, {
    help: 'Days of storage that are paid ahead; negative for unpaid days',
    sum: false,
  }),
  rate('storage', 'Storage, R', 84, {
    help: 'Storage in the invoice: added when it is paid ahead, deducted when it is unpaid',
    text: ({ storage }) => formatSigned(storage, 2),
    rank: 10,
  }),
  signedRand('amount', 'Amount, R', 112, {
    help: 'Amount in rand that the account receives, VAT included; it pays a negative amount',
    value: totalOf,
    ...{ weight: 'strong', tone: amountTone, rank: 2 },
  }),
  rate('vat', 'VAT, R', 92, {
    help: 'VAT in the amount: the seller is registered for it',
    value: vatOf,
    text: (row) => formatSigned(vatOf(row), 2),
    tone: 'second',
  }),
  onPhone('contract', 'Delivery', (row) => `${sideText(row)} ${row.siloReceiptNo}`, { weight: 'strong' }),
  onPhone('price', 'Amount', (row) => `R ${formatSigned(totalOf(row), 2)}`, { tone: amountTone }),
  onPhone(
    'summary',
    'Certificate',
    (row) => `${row.contract}, ${names.location(row.location)}, ${row.principal}`,
  ),
  onPhone('state', 'How', (row) => `${awardText(row)}, ${formatPrice(row.perTon, 2)} R/t`, {
    tone: 'second',
  }),
];
