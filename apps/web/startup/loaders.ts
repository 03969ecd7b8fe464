// The nine start-up loaders (START-1): the user's profile, settings and layouts over HTTP, the market's data over the hub. The profile is
// loaded first, the others concurrently.
import { type AnnouncedCall, dataSets, type FilledDataSet, paths, userReads } from '@openpit/wire';
import { showToast } from '../notices/toasts.ts';
import { setActiveContract, useActiveContract } from '../stores/chosen.ts';
import { online } from '../stores/connection.ts';
import { firstFuture } from '../stores/market-days.ts';
import { useSession, useSettings } from '../stores/session.ts';
import { marketStore, membersStore } from '../stores/stores.ts';
import { answersChanged } from '../transport/hub/data-sets.ts';
import { connectAgain, marketSubscription, startLive } from '../transport/hub/feeds.ts';
import { getAllMembers, getHqAccess } from '../transport/static-data.ts';
import { followAnnouncements, loadLayouts, loadPreferences } from './documents.ts';
import { loadClientSettings, startDelay } from './start-delay.ts';
import { type LoaderName, type Loaders, repeatLoader, runLoader, runLoaders } from './start-up.ts';

/** The data sets that have their own loader (START-1). */
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

/** A set with hundreds of thousands of rows after a busy day. The screen opens without it, and its panel shows that it is loading. */
const loadedLast: FilledDataSet = 'completedOrders';

/** The market data of START-1: the rows of the market, and every followed data set without its own loader. */
async function loadMarketData(): Promise<void> {
  await Promise.all([
    marketSubscription.load('marketRows'),
    ...dataSetsWithoutLoader()
      .filter((name) => name !== loadedLast)
      .map(loadDataSet),
  ]);
  chooseFirstContract();
  // A failure is shown by the status of the store. The next change of the set, or the next connection, requests it again.
  loadDataSet(loadedLast).catch(() => undefined);
}

export function dataSetsWithoutLoader(): readonly FilledDataSet[] {
  const withLoader: readonly FilledDataSet[] = Object.values(setOfLoader);
  const names = Object.keys(dataSets) as FilledDataSet[];
  return names.filter((name) => dataSets[name].isFollowed && !withLoader.includes(name));
}

/** Shows a depth from the start, of the market's first future, until the user clicks a contract. */
function chooseFirstContract(): void {
  if (useActiveContract.getState().contract !== null) return;
  const rows = marketStore.rows();
  setActiveContract(firstFuture(rows));
}

/** Resolves with the number of rows. */
function loadDataSet(name: FilledDataSet): Promise<number> {
  return marketSubscription.load(dataSets[name].id);
}

/** Duration of each of the three consecutive notices, so that all of them have disappeared after a few seconds. */
const startNoticeMs = 1_200;

/** The sets whose toast has been shown: START-6 has it at the start-up, and a reconnection adds nothing. */
const announcedSets = new Set<FilledDataSet>();

/** Loads a set, with the toast of START-6. */
async function loadWithToast(name: FilledDataSet): Promise<void> {
  const count = await loadDataSet(name);
  if (announcedSets.has(name)) return;
  announcedSets.add(name);
  showToast({
    type: 'success',
    message: `Added ${count} ${dataSets[name].label}`,
    priority: 'news',
    length: startNoticeMs,
    isLine: true,
  });
}

let hasBegun = false;

/**
 * Runs the start-up once per page load. It waits at least 2.5 s and until the browser is online, loads, and reloads whenever the browser
 * goes online (START-3).
 */
export function beginStartUp(): void {
  if (hasBegun) return;
  hasBegun = true;
  void startUp();
}

/** Retries failed loaders immediately. */
export function retryLoaders(names: readonly LoaderName[]): void {
  connectAgain();
  for (const name of names) void runLoader(name, loaders[name], connectAgain);
}

/** The loader that stores the answer of a call; null if screens make the call themselves. */
const loaderOfCall: Readonly<Record<AnnouncedCall, LoaderName | null>> = {
  [userReads.getAllMembers.path]: 'members',
  [paths.getHqAccess]: 'userProfile',
  [paths.getUserPreference]: 'userPref',
  [userReads.getContractDetails.path]: null,
  [userReads.getPhases.path]: null,
};

/** Repeats the loaders whose answers have changed. Returns a function that stops. */
export function followAnswers(loaders: Loaders): () => void {
  return answersChanged.on((calls) => {
    for (const name of calls.flatMap((call) => loaderOfCall[call] ?? []))
      void repeatLoader(name, loaders[name]);
  });
}

async function startUp(): Promise<void> {
  await online();
  await startDelay(loadClientSettings(), () => useSettings.getState().startupDelayMs);
  addEventListener('online', () => void runLoaders(loaders, connectAgain));
  followAnswers(loaders);
  followAnnouncements();
  startLive();
  await runLoaders(loaders, connectAgain);
}
