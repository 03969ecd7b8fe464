// Converts state that an earlier version of the rules has saved to the current shape (decision 21). A new version adds a step here if the
// shape of the state changes. A step that was released is never changed.

/** The oldest rules whose state can be upgraded. The shapes of events have not changed since then. */
export const oldestRules = 7;

/** Saved state, by module or projection. */
export type SavedParts = Readonly<Record<string, unknown>>;

/** The steps, by the version to which each converts from the previous version. A version without a step did not change the shape. */
export type UpgradeSteps = Readonly<Record<number, (saved: SavedParts) => SavedParts>>;

export const venueUpgrades: UpgradeSteps = {
  // Reference data and parties that change later, trading stops, and silo certificates.
  8: ({ reference, ...others }) => ({
    ...others,
    reference: reference === null ? null : withLaterSteps(reference as ReferenceOf7),
    tradingStops: [],
    silo: {
      data: null,
      stage: 'closed',
      endsAt: null,
      certs: [],
      lots: [],
      bids: [],
      next: { siloCertSeq: 1, siloBidSeq: 1, invoiceSeq: 1 },
    },
  }),
  // Payments are counted separately from the debt that they reduce. Abandoned lots belong to their position. An unmatched deal has one
  // number. A deal records the deals that it was made from.
  10: ({ clearing, abandonments, positions, deals, ...others }) => ({
    ...others,
    clearing: withPayments(clearing as ClearingOf9),
    positions: withAbandoned(positions as PositionsOf9, abandonments as readonly AbandonmentOf9[]),
    deals: withOneNumber(deals as DealsOf9),
  }),
  // A position keeps the instruction to abandon, apart from the lots that are still abandoned.
  11: ({ positions, ...others }) => ({
    ...others,
    positions: withInstructions(positions as PositionsOf10, others.lastAt as number),
  }),
  // The books of futures open at a time. An order on a delta keeps the fraction of a lot that its hedge still lacks. An instruction to
  // abandon keeps the changes since. Payments are added exactly, because earlier rules may have lost cents of a sum that exceeded the exact
  // integers.
  12: ({ mtm, orders, positions, clearing, ...others }) => ({
    ...others,
    mtm: { ...(mtm as object), openings: [] },
    orders: withUnhedged(orders as OrdersOf11),
    positions: withChanges(positions as PositionsOf11),
    clearing: withExactSum(clearing as ClearingOf11),
  }),
};

interface ClearingOf11 {
  readonly accounts: readonly { readonly balance: number; readonly margin: number }[];
}
const withExactSum = ({ accounts, ...clearing }: ClearingOf11): object => {
  let paid = 0n;
  for (const { balance, margin } of accounts) paid += BigInt(balance) + BigInt(margin);
  return { ...clearing, accounts, paid: Number.isSafeInteger(Number(paid)) ? Number(paid) : String(paid) };
};

interface OrdersOf11 {
  readonly orders: readonly object[];
}
/** The hedge of a delta was rounded for each deal, so no fraction is left from earlier deals. */
const withUnhedged = ({ orders, ...others }: OrdersOf11): object => ({
  ...others,
  orders: orders.map((order) => ({ ...order, unhedged: 0 })),
});

interface PositionsOf11 {
  readonly positions: readonly {
    readonly net: number;
    readonly abandoned: number;
    readonly instructedLots: number;
    readonly instructedAt: number;
  }[];
}
/** The changes since the instruction are unknown, so the lots that are abandoned now count as given now. */
const withChanges = ({ positions, ...others }: PositionsOf11): object => ({
  ...others,
  positions: positions.map(({ instructedLots: _lots, instructedAt: _at, ...position }) => ({
    ...position,
    instruction:
      position.abandoned === 0 ? null : { lots: position.abandoned, net: position.net, changes: [] },
  })),
});

interface PositionsOf10 {
  readonly positions: readonly { readonly abandoned: number }[];
}
/** The instruction is unknown. The lots that are abandoned now count as given now, so no earlier sale lowers them again. */
const withInstructions = ({ positions, ...others }: PositionsOf10, lastAt: number): object => ({
  ...others,
  positions: positions.map((position) => ({
    ...position,
    instructedLots: position.abandoned,
    instructedAt: position.abandoned === 0 ? 0 : lastAt,
  })),
});

interface ClearingOf9 {
  readonly accounts: readonly object[];
}
const withPayments = ({ accounts, ...clearing }: ClearingOf9) => ({
  ...clearing,
  accounts: accounts.map((account) => ({ ...account, paid: 0 })),
});

interface ReferenceOf7 {
  readonly added: readonly unknown[];
  readonly referenceData: {
    readonly members: readonly unknown[];
    readonly dealers: readonly unknown[];
    readonly clients: readonly unknown[];
  };
}
const withLaterSteps = ({ added, ...reference }: ReferenceOf7) => {
  const { members, dealers, clients } = reference.referenceData;
  return { ...reference, later: added, planned: null, members, dealers, clients };
};

interface PositionOf9 {
  readonly contract: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly net: number;
}
interface PositionsOf9 {
  readonly positions: readonly PositionOf9[];
}
interface AbandonmentOf9 extends Omit<PositionOf9, 'net'> {
  readonly lots: number;
}
const withAbandoned = (
  { positions, ...others }: PositionsOf9,
  abandonments: readonly AbandonmentOf9[],
): object => ({
  ...others,
  positions: positions.map((position) => {
    const abandonment = abandonments.find(
      ({ contract, principal, subAccount }) =>
        contract === position.contract &&
        principal === position.principal &&
        subAccount === position.subAccount,
    );
    return { ...position, abandoned: Math.min(abandonment?.lots ?? 0, Math.max(position.net, 0)) };
  }),
});

interface DealOf9 {
  readonly isMatched: boolean;
  readonly linkedGroup: number | null;
  readonly origin: string;
}
interface UnmatchedOf9 {
  readonly ownSeq: number;
  readonly theirSeq: number;
}
interface DealsOf9 {
  readonly deals: readonly DealOf9[];
  readonly unmatched: readonly UnmatchedOf9[];
}
/** Origins of deals that are not derived from other deals, apart from book deals and reported deals. */
const madeByMarket: ReadonlySet<string> = new Set(['exercise', 'lapse', 'settlement', 'delivery']);
const withOneNumber = ({ deals, unmatched, ...others }: DealsOf9): object => ({
  ...others,
  deals: deals.map((deal) => {
    const isMade = !deal.isMatched && deal.linkedGroup !== null && !madeByMarket.has(deal.origin);
    // The source deals are unknown: 0 is not the number of a deal.
    return { ...deal, madeOf: isMade ? [0] : [] };
  }),
  unmatched: unmatched.map(({ ownSeq, theirSeq: _theirs, ...item }) => ({ unmatchedSeq: ownSeq, ...item })),
});

/** State saved under the rules `from`, in the shape of the rules `to`. */
export function upgraded(
  saved: SavedParts,
  { from, to, steps }: { readonly from: number; readonly to: number; readonly steps: UpgradeSteps },
): SavedParts {
  let state = saved;
  for (let version = from + 1; version <= to; version += 1) state = steps[version]?.(state) ?? state;
  return state;
}
