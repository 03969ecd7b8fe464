// State that a former version of the rules has saved, turned into that of today (decision 21). A new version adds a step here when the
// state has another shape; a step that was released is never changed.

/** The oldest rules whose state can be upgraded. The events of outcomes have had the shapes of today since then. */
export const oldestRules = 7;

/** Saved state, by module or projection. */
export type SavedParts = Readonly<Record<string, unknown>>;

/** By the version that a step leads to, from the one before. A version without a step has the state of the one before. */
export type UpgradeSteps = Readonly<Record<number, (saved: SavedParts) => SavedParts>>;

/** Of the venue's snapshots. */
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
  // Payments are counted apart from the debt that they reduce.
  10: ({ clearing, ...others }) => ({ ...others, clearing: withPayments(clearing as ClearingOf9) }),
};

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

/** State saved under the rules `from`, in the shape of the rules `to`. */
export function upgraded(
  saved: SavedParts,
  { from, to, steps }: { readonly from: number; readonly to: number; readonly steps: UpgradeSteps },
): SavedParts {
  let state = saved;
  for (let version = from + 1; version <= to; version += 1) state = steps[version]?.(state) ?? state;
  return state;
}
