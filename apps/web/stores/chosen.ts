// The user's choices on the screen: the contract that depth, ticket and chart follow, the selected deals, and the filter by dealer.
import type { HqAccess, PreferenceDocument } from '@openpit/wire';
import { useMemo } from 'react';
import { create } from 'zustand';
import { usePreferences, useSession } from './session.ts';

export interface ActiveContract {
  /** The display name, `DEC26 WMAZ`; null until one has been clicked. */
  readonly contract: string | null;
}

export const useActiveContract = create<ActiveContract>()(() => ({ contract: null }));

export function setActiveContract(contract: string | null): void {
  useActiveContract.setState({ contract });
}

// The deals whose rows are selected in the Deals panel, for commands without a target.

export const useChosenDeals = create<{ readonly dealSeqs: readonly number[] }>()(() => ({ dealSeqs: [] }));

export const setChosenDeals = (dealSeqs: readonly number[]): void => useChosenDeals.setState({ dealSeqs });

// The preferences ask for this filter (PREF-7): the rows of profile.dealer, or of the dealers of profile.branch. It is on when the page
// opens and after the preferences are saved; the user can clear it for the rest of the visit.

type Dealers = HqAccess['dealers'];
type Profile = Pick<PreferenceDocument['profile'], 'branch' | 'dealer'>;

export interface DealerFilter {
  /** "Dealer ABD", "Branch Bothaville", or both. */
  readonly label: string;
  /** The codes of the dealers whose rows are shown; none when no dealer is in the branch. */
  readonly dealers: readonly string[];
}

const useCleared = create<{ readonly isCleared: boolean }>()(() => ({ isCleared: false }));

/** All panels show the rows of all dealers until the preferences are saved or the page is loaded again. */
export const clearDealerFilter = (): void => useCleared.setState({ isCleared: true });

/** Switches the filter of the preferences on again. */
export const restoreDealerFilter = (): void => useCleared.setState({ isCleared: false });

/** `null` while the preferences name neither dealer nor branch, and once the user has cleared the filter. */
export function useDealerFilter(): DealerFilter | null {
  const { isCleared } = useCleared();
  const profile = usePreferences(({ document }) => document.profile);
  const dealers = useSession(({ hqAccess }) => hqAccess?.dealers);
  return useMemo(
    () => (isCleared ? null : dealerFilterOf(profile, dealers ?? [])),
    [isCleared, profile, dealers],
  );
}

/** Capitals make no difference, and a dealer need not be one of `dealers`. Null if both fields are empty. */
export function dealerFilterOf(profile: Profile, dealers: Dealers): DealerFilter | null {
  const dealer = profile.dealer.trim().toUpperCase();
  const branch = profile.branch.trim();
  if (dealer === '' && branch === '') return null;
  const isInBranch = (of: string) => of.toLowerCase() === branch.toLowerCase();
  const found = dealers.filter((one) => isInBranch(one.branch)).map(({ code }) => code);
  const label = [
    ...(dealer === '' ? [] : [`Dealer ${dealer}`]),
    ...(branch === '' ? [] : [`Branch ${branch}`]),
  ].join(', ');
  if (dealer === '') return { label, dealers: found };
  return { label, dealers: branch === '' || found.includes(dealer) ? [dealer] : [] };
}

/** Whether a row of this dealer is shown. A row without a dealer is shown, because any dealer may act on it. */
export const isOfDealer = (filter: DealerFilter | null, dealer: string | null): boolean =>
  filter === null || dealer === null || filter.dealers.includes(dealer);

/** The initial dealer of a form: the dealer of the preferences if the member lists it, or else the user. */
export function firstDealer(
  profile: Profile,
  { dealerCode, dealers }: Pick<HqAccess, 'dealerCode' | 'dealers'>,
): string {
  const wanted = profile.dealer.trim().toUpperCase();
  return dealers.some(({ code }) => code === wanted) ? wanted : dealerCode;
}
