// The state of the start-up (START-1 to 5): each loader's status and text, in the specification's words. A failed loader does not affect
// the others; it is retried automatically and by a button.
import { create } from 'zustand';
import { dismissToast, showToast } from '../notices/toasts.ts';
import { retryDelayMs } from '../stores/connection.ts';

export const loaderNames = [
  'userProfile',
  'marketData',
  'members',
  'layout',
  'userPref',
  'mtm',
  'contractDate',
  'instruments',
  'dailyTrend',
] as const;
export type LoaderName = (typeof loaderNames)[number];

export type LoaderStatus = 'NotStarted' | 'Loading' | 'Success' | 'Error';

const subjects: Readonly<Record<LoaderName, string>> = {
  userProfile: 'your profile',
  marketData: 'market data',
  members: 'members',
  layout: 'layouts',
  userPref: 'preferences',
  mtm: 'MTM',
  contractDate: 'contract dates',
  instruments: 'instruments',
  dailyTrend: 'trade history',
};

/** `Loaded X.`, `Error has occured loading X`, `Loading X...`; before it starts, a loader shows only its subject. */
export function loaderStatusText(name: LoaderName, status: LoaderStatus): string {
  const subject = subjects[name];
  if (status === 'Success') return `Loaded ${subject}.`;
  if (status === 'Error') return `Error has occured loading ${subject}`;
  if (status === 'Loading') return `Loading ${subject}...`;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
}

/** The specification's sentence for a failed loader; members and layouts show only the failed call's own text. */
const errorSentences: Readonly<Partial<Record<LoaderName, string>>> = {
  userProfile: 'An error occurred while loading user profile.',
  marketData: 'An error occurred while getting market data.',
  userPref: 'An error occurred while setting up user preferences.',
  mtm: 'Error Loading MTM:',
  contractDate: 'Error Loading Contract Dates:',
  instruments: 'Error Loading Instruments:',
  dailyTrend: 'Error Loading Trade history:',
};

/** The specification's sentence, then the reason: `Error Loading MTM: The market did not answer within 60 s.` */
export function loaderErrorText(name: LoaderName, reason: string): string {
  return [errorSentences[name], reason].filter(Boolean).join(' ');
}

export interface LoaderState {
  readonly status: LoaderStatus;
  /** The error of a failed loader; empty otherwise. */
  readonly error: string;
}

export type StartUp = Readonly<Record<LoaderName, LoaderState>>;

export type Loaders = Readonly<Record<LoaderName, () => Promise<void>>>;

export const notStarted: StartUp = stateOfAll({ status: 'NotStarted', error: '' });

export const useStartUp = create<StartUp>()(() => notStarted);

/** The share that succeeded, 0 to 1 (START-2). */
export function progressOf(startUp: StartUp): number {
  return loaderNames.filter((name) => startUp[name].status === 'Success').length / loaderNames.length;
}

export function errorCountOf(startUp: StartUp): number {
  return loaderNames.filter((name) => startUp[name].status === 'Error').length;
}

/**
 * True while the initialising state covers the workspace (START-2): until all loaders have finished, and after a failure if the user has
 * at most one saved layout. Otherwise the workspace opens and shows the errors.
 */
export function isInitializing(startUp: StartUp, savedLayoutCount: number): boolean {
  const haveFinished = loaderNames.every((name) => isFinished(startUp[name].status));
  return !haveFinished || (errorCountOf(startUp) > 0 && savedLayoutCount <= 1);
}

/**
 * Runs all idle loaders, the profile first, then the others concurrently. Never rejects. `whenRecovered` is called for each loader that
 * succeeds in an automatic retry, because the server is then reachable.
 */
export async function runLoaders(loaders: Loaders, whenRecovered?: () => void): Promise<void> {
  const due = loaderNames.filter((name) => useStartUp.getState()[name].status !== 'Loading');
  if (due.includes('userProfile')) await runLoader('userProfile', loaders.userProfile, whenRecovered);
  const others = due.filter((name) => name !== 'userProfile');
  await Promise.all(others.map((name) => runLoader(name, loaders[name], whenRecovered)));
}

const running = new Set<LoaderName>();
/** Running loaders whose answer has changed in the meantime. */
const outdated = new Set<LoaderName>();
const retries = new Map<LoaderName, ReturnType<typeof setTimeout>>();
const toasts = new Map<LoaderName, number>();

/** Runs one loader, even if it is already running. A failure shows a toast, is retried, and does not reject. */
export async function runLoader(
  name: LoaderName,
  load: () => Promise<void>,
  whenRecovered?: () => void,
): Promise<void> {
  setLoader(name, { status: 'Loading', error: '' });
  await attempt(name, load, 0, whenRecovered);
}

/**
 * Runs a loader whose answer has changed. A running loader is run again afterwards, because its answer may be older than the change. A
 * failure keeps the loaded data, so it is retried without a toast.
 */
export async function repeatLoader(name: LoaderName, load: () => Promise<void>, retry = 0): Promise<void> {
  if (running.has(name)) {
    outdated.add(name);
    return;
  }
  if (useStartUp.getState()[name].status !== 'Success') return runLoader(name, load);
  running.add(name);
  clearTimeout(retries.get(name));
  try {
    await load();
  } catch (error) {
    console.warn(`The loader ${name} could not be repeated.`, error);
    retries.set(
      name,
      setTimeout(() => void repeatLoader(name, load, retry + 1), retryDelayMs(retry)),
    );
  } finally {
    running.delete(name);
    if (outdated.delete(name)) void repeatLoader(name, load);
  }
}

async function attempt(
  name: LoaderName,
  load: () => Promise<void>,
  retry: number,
  whenRecovered: (() => void) | undefined,
): Promise<void> {
  if (running.has(name)) return;
  running.add(name);
  clearTimeout(retries.get(name));
  try {
    await load();
    setLoader(name, { status: 'Success', error: '' });
    dismissToast(toasts.get(name) ?? 0);
    toasts.delete(name);
    if (retry > 0) whenRecovered?.();
  } catch (error) {
    const text = loaderErrorText(name, error instanceof Error ? error.message : String(error));
    setLoader(name, { status: 'Error', error: text });
    if (retry === 0) {
      console.error(`The loader ${name} failed.`, error);
      toasts.set(name, showToast({ type: 'error', message: text, subject: `loader ${name}` }));
    }
    const delayMs = retryDelayMs(retry);
    retries.set(
      name,
      setTimeout(() => void attempt(name, load, retry + 1, whenRecovered), delayMs),
    );
  } finally {
    running.delete(name);
    if (outdated.delete(name)) void runLoader(name, load, whenRecovered);
  }
}

function setLoader(name: LoaderName, state: LoaderState): void {
  useStartUp.setState({ [name]: state } as Partial<StartUp>);
}

function stateOfAll(state: LoaderState): StartUp {
  return Object.fromEntries(loaderNames.map((name) => [name, state])) as StartUp;
}

function isFinished(status: LoaderStatus): boolean {
  return status === 'Success' || status === 'Error';
}
