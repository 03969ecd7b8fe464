// The nine start-up loaders (START-1): the user's profile, settings and layouts over HTTP, the market's data over the hub.
import { dataSets, type FilledDataSet } from '@openpit/wire';
import { getHqAccess } from '../http/hq-access.ts';
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

/** The data sets that have a loader of their own (START-1). */
const setOfLoader = {
  mtm: 'mtm',
  contractDate: 'contractDate',
  instruments: 'instruments',
  dailyTrend: 'dailyTrends',
} as const satisfies Partial<Record<keyof Loaders, FilledDataSet>>;

export const loaders: Loaders = {
  userProfile: loadUserProfile,
  members: loadMembers,
  layout: loadLayouts,
  userPref: loadPreferences,
  marketData: loadMarketData,
  mtm: () => loadWithToast(setOfLoader.mtm),
  contractDate: () => loadWithToast(setOfLoader.contractDate),
  instruments: () => loadWithToast(setOfLoader.instruments),
  dailyTrend: async () => {
    await loadDataSet(setOfLoader.dailyTrend);
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

/** The market data of START-1: the rows of the market, and every followed data set without a loader of its own. */
async function loadMarketData(): Promise<void> {
  await Promise.all([marketFeed.load('marketRows'), ...dataSetsWithoutLoader().map(loadDataSet)]);
  chooseFirstContract();
}

export function dataSetsWithoutLoader(): readonly FilledDataSet[] {
  const withLoader: readonly FilledDataSet[] = Object.values(setOfLoader);
  const names = Object.keys(dataSets) as FilledDataSet[];
  return names.filter((name) => dataSets[name].isFollowed && !withLoader.includes(name));
}

/** Shows a depth from the start, that of the market's first future, until the user clicks a contract. */
function chooseFirstContract(): void {
  if (useActiveContract.getState().contract !== null) return;
  const rows = marketStore.keys().flatMap((key) => marketStore.get(key) ?? []);
  setActiveContract(firstFuture(rows));
}

/** Resolves with the number of rows. */
function loadDataSet(name: FilledDataSet): Promise<number> {
  return marketFeed.load(dataSets[name].id);
}

/** With the toast of START-6. */
async function loadWithToast(name: FilledDataSet): Promise<void> {
  const count = await loadDataSet(name);
  showToast({ type: 'success', message: `Added ${count} ${dataSets[name].label}`, priority: 'news' });
}
