// What each of the nine loaders does (START-1; order in domain terms: the profile first, the rest side by side). HTTP for
// what belongs to the user, the market hub for what belongs to the market.
import { dataSetIds } from '@openpit/wire';
import { getHqAccess } from '../http/authenticate.ts';
import { getAllMembers } from '../http/static-data.ts';
import { marketFeed } from '../live/feeds.ts';
import { showToast } from '../notices/toasts.ts';
import { setActiveContract, useActiveContract } from '../stores/active-contract.ts';
import { firstFuture } from '../stores/contract-order.ts';
import { useSession } from '../stores/session.ts';
import { marketStore, membersStore } from '../stores/stores.ts';
import { loadLayouts } from './load-layouts.ts';
import { loadPreferences } from './load-preferences.ts';
import type { Loaders } from './start-up.ts';

export const loaders: Loaders = {
  userProfile: loadUserProfile,
  members: loadMembers,
  layout: loadLayouts,
  userPref: loadPreferences,
  marketData: loadMarketData,
  mtm: () => loadAndTell(dataSetIds.mtm, 'mtm'),
  contractDate: () => loadAndTell(dataSetIds.contractDate, 'contract dates'),
  instruments: () => loadAndTell(dataSetIds.instruments, 'instruments'),
  dailyTrend: async () => {
    await marketFeed.load(dataSetIds.dailyTrends);
  },
};

async function loadUserProfile(): Promise<void> {
  const result = await getHqAccess();
  if (result.kind !== 'ok') throw new Error(result.errorText);
  useSession.setState((session) => ({
    hqAccess: result.value,
    displayName: session.displayName || result.value.userName,
  }));
}

async function loadMembers(): Promise<void> {
  membersStore.setStatus('loading');
  const result = await getAllMembers();
  if (result.kind !== 'ok') {
    membersStore.setStatus('error');
    throw new Error(result.errorText);
  }
  membersStore.replaceAll(result.value);
  membersStore.setStatus('success');
}

const ownDataSets = [
  dataSetIds.activeOrders,
  dataSetIds.completedOrders,
  dataSetIds.deals,
  dataSetIds.positions,
];

/** What is the user's own counts as market data here: it has no loader of its own (START-1). */
async function loadMarketData(): Promise<void> {
  await Promise.all([marketFeed.load('marketRows'), ...ownDataSets.map((id) => marketFeed.load(id))]);
  chooseFirstContract();
}

/** A newcomer sees a depth at once: that of the market's first contract, until another is clicked. */
function chooseFirstContract(): void {
  if (useActiveContract.getState().contract !== null) return;
  const rows = marketStore.keys().flatMap((key) => marketStore.get(key) ?? []);
  setActiveContract(firstFuture(rows));
}

/** With the toast of START-6. */
async function loadAndTell(dataSetId: number, rowsAreCalled: string): Promise<void> {
  const count = await marketFeed.load(dataSetId);
  showToast({ type: 'success', message: `Added ${count} ${rowsAreCalled}`, priority: 'news' });
}
