// The state and the run of the start-up (START-1 to 3): the profile first, then the other eight loaders at once. A failed
// loader does not affect the others and can be retried.
import { create } from 'zustand';
import { showToast } from '../notices/toasts.ts';
import { type LoaderName, type LoaderStatus, loaderErrorText, loaderNames } from './loader-texts.ts';

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
 * Whether the initialising state covers the workspace (START-2): until all loaders have finished, and after a failure while
 * the user has at most one saved layout. Otherwise the workspace opens and shows the errors.
 */
export function isInitializing(startUp: StartUp, savedLayoutCount: number): boolean {
  const haveFinished = loaderNames.every((name) => isFinished(startUp[name].status));
  return !haveFinished || (errorCountOf(startUp) > 0 && savedLayoutCount <= 1);
}

/** Runs all loaders except those that are running already. Never rejects. */
export async function runLoaders(loaders: Loaders): Promise<void> {
  const due = loaderNames.filter((name) => useStartUp.getState()[name].status !== 'Loading');
  if (due.includes('userProfile')) await runLoader('userProfile', loaders.userProfile);
  const others = due.filter((name) => name !== 'userProfile');
  await Promise.all(others.map((name) => runLoader(name, loaders[name])));
}

/** Runs one loader; does nothing while it is running. A failure shows a toast and does not reject. */
export async function runLoader(name: LoaderName, load: () => Promise<void>): Promise<void> {
  if (useStartUp.getState()[name].status === 'Loading') return;
  setLoader(name, { status: 'Loading', error: '' });
  try {
    await load();
    setLoader(name, { status: 'Success', error: '' });
  } catch (error) {
    console.error(`The loader ${name} failed.`, error);
    const text = loaderErrorText(name, error instanceof Error ? error.message : String(error));
    setLoader(name, { status: 'Error', error: text });
    showToast({ type: 'error', message: text });
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
