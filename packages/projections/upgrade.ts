// Converts projections that an earlier version of the rules has saved to the current shape, like the venue's state (decision 21).
import type { UpgradeSteps } from '@openpit/venue';

/** A new version adds a step when the state of a projection has another shape, or when there is a new projection. */
export const projectionUpgrades: UpgradeSteps = {
  // Deliveries of silo certificates, which earlier versions did not have.
  8: ({ clearing, breakdown, ...others }) => ({
    ...others,
    clearing: withDeliveries(clearing as ClearingOf7),
    breakdown: withDeliveriesOfAccounts(breakdown as BreakdownOf7),
    siloCerts: { data: null, certs: noRows, history: [] },
    siloAuctions: {
      day: '',
      auctions: noRows,
      offers: noRows,
      bids: noRows,
      allocations: noRows,
      invoices: noRows,
    },
    siloPositions: { rows: noRows, tendered: [] },
  }),
  // An unmatched deal has one number, and a cross one row.
  10: ({ unmatchedDeals, ...others }) => ({
    ...others,
    unmatchedDeals: withOneNumber(unmatchedDeals as UnmatchedOf9),
  }),
  // A balance keeps the clearing member of the day when it was cleared.
  13: ({ clearing, ...others }) => ({
    ...others,
    clearing: withClearingMembers(clearing as ClearingOf12, others.directory as DirectoryOf12),
  }),
};

interface DirectoryOf12 {
  readonly businessDay: string;
}
interface ClearingOf12 {
  readonly rows: { readonly records: readonly { readonly businessDay: string; readonly member: string }[] };
  readonly clearingMembers: readonly (readonly [string, string])[];
}
/** The clearing member of that time is unknown. Earlier versions showed the current one. */
const withClearingMembers = ({ rows, clearingMembers }: ClearingOf12, { businessDay }: DirectoryOf12) => {
  const present = new Map(clearingMembers);
  const records = rows.records.map((record) => ({
    ...record,
    clearingMember: present.get(record.member) ?? record.member,
    isRunning: record.businessDay === businessDay,
  }));
  return { rows: { ...rows, records }, clearingMembers };
};

interface UnmatchedItemOf9 {
  readonly ownSeq: number;
  readonly theirSeq: number;
  readonly counterparty: string;
  readonly state: string;
  readonly owner: { readonly member: string };
}
interface UnmatchedOf9 {
  readonly records: readonly {
    readonly role: string;
    readonly dealer: string | null;
    readonly item: UnmatchedItemOf9;
  }[];
}
const withOneNumber = ({ records, ...others }: UnmatchedOf9) => ({
  ...others,
  records: records.flatMap((record) => {
    const { ownSeq: unmatchedSeq, theirSeq: _theirs, ...item } = record.item;
    const isAddressed = record.role === 'addressed';
    const isCross = item.owner.member === item.counterparty;
    if (isCross && isAddressed) return [];
    return {
      ...record,
      key: 2 * unmatchedSeq + (isAddressed ? 1 : 0),
      item: { unmatchedSeq, ...item },
      ...(isCross ? { role: 'cross', dealer: item.state === 'Waiting' ? null : record.dealer } : {}),
    };
  }),
});

const noRows = { records: [], streams: [], dealerStreams: [] };

interface ClearingOf7 {
  readonly rows: { readonly records: readonly { readonly moved: object }[] };
}
const withDeliveries = ({ rows, ...clearing }: ClearingOf7) => ({
  ...clearing,
  rows: {
    ...rows,
    records: rows.records.map((record) => ({
      ...record,
      moved: { ...record.moved, delivery: 0, deliveryPenalty: 0 },
    })),
  },
});

interface BreakdownOf7 {
  readonly accounts: readonly object[];
}
const withDeliveriesOfAccounts = ({ accounts, ...breakdown }: BreakdownOf7) => ({
  ...breakdown,
  accounts: accounts.map((account) => ({ ...account, deliveries: 0 })),
});
