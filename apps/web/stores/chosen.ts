// What the user has selected on the screen: the active contract (for depth, ticket and chart), the selected deals, and the dealer
// filter.
import type { HqAccess, PreferenceDocument } from '@openpit/wire';
import { useMemo } from 'react';
import { create } from 'zustand';
import { usePreferences, useSession } from './session.ts';

interface ActiveContract {
  /** The display name, such as `DEC26 WMAZ`; null until the user has chosen a contract. */
  readonly contract: string | null;
}

export const useActiveContract = create<ActiveContract>()(() => ({ contract: null }));

export function setActiveContract(contract: string | null): void {
  useActiveContract.setState({ contract });
}

/** The deals selected in the Deals panel, for commands without a target. */
export const useChosenDeals = create<{ readonly dealSeqs: readonly number[] }>()(() => ({ dealSeqs: [] }));

export const setChosenDeals = (dealSeqs: readonly number[]): void => useChosenDeals.setState({ dealSeqs });

type Dealers = HqAccess['dealers'];
type Profile = Pick<PreferenceDocument['profile'], 'branch' | 'dealer'>;

/**
 * The filter set in the preferences (PREF-7): rows of profile.dealer, or of the dealers in profile.branch. It is active when the page opens
 * and after the preferences are saved. The user can clear it for the rest of the visit.
 */
export interface DealerFilter {
  /** "Dealer ABD", "Branch Bothaville", or both. */
  readonly label: string;
  /** The codes of the dealers whose rows are shown; empty if the branch has no dealer. */
  readonly dealers: readonly string[];
}

const useCleared = create<{ readonly isCleared: boolean }>()(() => ({ isCleared: false }));

/** Shows all dealers' rows in all panels until the preferences are saved or the page is reloaded. */
export const clearDealerFilter = (): void => useCleared.setState({ isCleared: true });

/** Reactivates the filter of the preferences. */
export const restoreDealerFilter = (): void => useCleared.setState({ isCleared: false });

/** `null` if the preferences name neither dealer nor branch, or the user has cleared the filter. */
export function useDealerFilter(): DealerFilter | null {
  const { isCleared } = useCleared();
  const profile = usePreferences(({ document }) => document.profile);
  const dealers = useSession(({ hqAccess }) => hqAccess?.dealers);
  return useMemo(
    () => (isCleared ? null : dealerFilterOf(profile, dealers ?? [])),
    [isCleared, profile, dealers],
  );
}

/** The comparison ignores case, and a dealer need not be one of `dealers`. Returns null if both fields are empty. */
export function dealerFilterOf(profile: Profile, dealers: Dealers): DealerFilter | null {
  const dealer = profile.dealer.trim().toUpperCase();
  const branch = profile.branch.trim();
  if (dealer === '' && branch === '') return null;
  const isInBranch = (candidate: string) => candidate.toLowerCase() === branch.toLowerCase();
  const codes = dealers.filter((dealer) => isInBranch(dealer.branch)).map(({ code }) => code);
  const label = [
    ...(dealer === '' ? [] : [`Dealer ${dealer}`]),
    ...(branch === '' ? [] : [`Branch ${branch}`]),
  ].join(', ');
  if (dealer === '') return { label, dealers: codes };
  return { label, dealers: branch === '' || codes.includes(dealer) ? [dealer] : [] };
}

/** Whether a row of this dealer is shown. A row without a dealer is shown, because any dealer may act on it. */
export const isOfDealer = (filter: DealerFilter | null, dealer: string | null): boolean =>
  filter === null || dealer === null || filter.dealers.includes(dealer);

/** The initial dealer of a form: the preferred dealer if the member lists it, otherwise the user. */
export function firstDealer(
  profile: Profile,
  { dealerCode, dealers }: Pick<HqAccess, 'dealerCode' | 'dealers'>,
): string {
  const ownCode = profile.dealer.trim().toUpperCase();
  return dealers.some(({ code }) => code === ownCode) ? ownCode : dealerCode;
}
