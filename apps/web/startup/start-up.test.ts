import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import {
  errorCountOf,
  isInitializing,
  type LoaderName,
  type Loaders,
  loaderErrorText,
  loaderNames,
  loaderStatusText,
  notStarted,
  progressOf,
  repeatLoader,
  runLoader,
  runLoaders,
  useStartUp,
} from './start-up.ts';

const shownToasts = () => {
  const { showing, waiting } = useToasts.getState();
  return [showing, ...waiting].flatMap((toast) => (toast === null ? [] : `${toast.type}: ${toast.message}`));
};

/** Loaders that log their order; the named ones fail. */
function loadersOf(...failing: LoaderName[]) {
  const log: string[] = [];
  const load = (name: LoaderName) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    if (failing.includes(name)) throw new Error('500: dust');
    log.push(`${name} ends`);
  };
  return { log, loaders: Object.fromEntries(loaderNames.map((name) => [name, load(name)])) as Loaders };
}

beforeEach(() => {
  useStartUp.setState(notStarted);
  useToasts.setState(noToasts);
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the start-up', () => {
  it('[START-1] loads the profile first and the other eight side by side', async () => {
    const { log, loaders } = loadersOf();
    await runLoaders(loaders);
    expect(log.slice(0, 2)).toEqual(['userProfile begins', 'userProfile ends']);
    expect(log.slice(2, 10).every((line) => line.endsWith('begins'))).toBe(true);
    expect(progressOf(useStartUp.getState())).toBe(1);
    expect(shownToasts()).toEqual([]);
  });

  it('[START-2] counts the share that succeeded and the errors, and runs the others after a failure', async () => {
    const { loaders } = loadersOf('userProfile', 'mtm');
    await runLoaders(loaders);
    expect(progressOf(useStartUp.getState())).toBeCloseTo(7 / 9);
    expect(errorCountOf(useStartUp.getState())).toBe(2);
    expect(useStartUp.getState().layout.status).toBe('Success');
  });

  it('[START-2] covers the workspace until all have finished', async () => {
    expect(isInitializing(notStarted, 9)).toBe(true);
    const running = runLoaders(loadersOf().loaders);
    expect(isInitializing(useStartUp.getState(), 9)).toBe(true);
    await running;
    expect(isInitializing(useStartUp.getState(), 0)).toBe(false);
  });

  it.each([
    [0, true],
    [1, true],
    [2, false],
  ])('[START-2] after a failure, with %d saved layouts, covers the workspace: %s', async (count, covers) => {
    await runLoaders(loadersOf('mtm').loaders);
    expect(isInitializing(useStartUp.getState(), count)).toBe(covers);
  });

  it('[START-3] runs all loaders again on request, but none that is still running', async () => {
    const { log, loaders } = loadersOf();
    await Promise.all([runLoader('members', loaders.members), runLoaders(loaders)]);
    expect(log.filter((line) => line === 'members begins')).toHaveLength(1);
    await runLoaders(loaders);
    expect(log.filter((line) => line === 'members begins')).toHaveLength(2);
  });

  it('[START-5] shows one error toast for a failed loader and the same text on its line', async () => {
    await runLoaders(loadersOf('contractDate').loaders);
    expect(shownToasts()).toEqual(['error: Error Loading Contract Dates: 500: dust']);
    expect(useStartUp.getState().contractDate).toEqual({
      status: 'Error',
      error: 'Error Loading Contract Dates: 500: dust',
    });
  });

  it('tries failed loaders again after 2, 10 and 30 s, and then every 30 s, without more toasts', async () => {
    let isCut = true;
    const calls: number[] = [];
    const recovered: string[] = [];
    const begun = Date.now();
    const { loaders } = loadersOf();
    const cut = async () => {
      if (isCut) throw new Error('Failed to fetch');
    };
    const members = async () => {
      calls.push(Date.now() - begun);
      await cut();
    };
    await runLoaders({ ...loaders, members, layout: cut }, () => void recovered.push('once more'));
    expect(errorCountOf(useStartUp.getState())).toBe(2);
    expect(shownToasts()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(calls).toEqual([0, 2_000, 12_000, 42_000, 72_000]);
    expect(useStartUp.getState().members).toEqual({ status: 'Error', error: 'Failed to fetch' });
    expect(shownToasts()).toHaveLength(2);
    isCut = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(progressOf(useStartUp.getState())).toBe(1);
    expect(shownToasts()).toEqual([]);
    expect(recovered).toEqual(['once more', 'once more']);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(calls).toHaveLength(6);
  });

  it('shows a press on Retry even while the loader is retried automatically, and runs it once', async () => {
    const { loaders } = loadersOf();
    let calls = 0;
    let answer: () => void = () => {};
    const members = () => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new Error('x'))
        : new Promise<void>((resolve) => (answer = resolve));
    };
    await runLoaders({ ...loaders, members });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(useStartUp.getState().members.status).toBe('Error');
    void runLoader('members', members);
    expect(useStartUp.getState().members.status).toBe('Loading');
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect([useStartUp.getState().members.status, calls]).toEqual(['Success', 2]);
  });

  it('runs a loader again whose answer has changed while it ran, once', async () => {
    const answers: (() => void)[] = [];
    const members = () => new Promise<void>((resolve) => void answers.push(resolve));
    void repeatLoader('members', members);
    void repeatLoader('members', members);
    void repeatLoader('members', members);
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(2);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([answers.length, useStartUp.getState().members.status]).toEqual([2, 'Success']);
  });

  it('repeats a loader that has succeeded without a toast, and again after 2 s when it fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await runLoader('members', async () => undefined);
    let calls = 0;
    const members = async () => {
      calls += 1;
      if (calls === 1) throw new Error('Failed to fetch');
    };
    await repeatLoader('members', members);
    expect([useStartUp.getState().members.status, shownToasts(), calls]).toEqual(['Success', [], 1]);
    await vi.advanceTimersByTimeAsync(100_000);
    expect([useStartUp.getState().members.status, shownToasts(), calls]).toEqual(['Success', [], 2]);
  });

  it('clears the error of a failed loader when its retry succeeds', async () => {
    await runLoaders(loadersOf('mtm').loaders);
    await runLoader('mtm', loadersOf().loaders.mtm);
    expect(useStartUp.getState().mtm).toEqual({ status: 'Success', error: '' });
    expect(errorCountOf(useStartUp.getState())).toBe(0);
  });
});

describe('the texts of the loaders', () => {
  it.each<[LoaderName, string]>([
    ['userProfile', 'your profile'],
    ['marketData', 'market data'],
    ['members', 'members'],
    ['layout', 'layouts'],
    ['userPref', 'preferences'],
    ['mtm', 'MTM'],
    ['contractDate', 'contract dates'],
    ['instruments', 'instruments'],
    ['dailyTrend', 'trade history'],
  ])('[START-4] name %s as %s', (name, subject) => {
    expect(loaderStatusText(name, 'Success')).toBe(`Loaded ${subject}.`);
    expect(loaderStatusText(name, 'Error')).toBe(`Error has occured loading ${subject}`);
    expect(loaderStatusText(name, 'Loading')).toBe(`Loading ${subject}...`);
  });

  it.each<[LoaderName, string]>([
    ['userProfile', 'An error occurred while loading user profile. x'],
    ['contractDate', 'Error Loading Contract Dates: x'],
    ['instruments', 'Error Loading Instruments: x'],
    ['dailyTrend', 'Error Loading Trade history: x'],
    ['mtm', 'Error Loading MTM: x'],
    ['userPref', 'An error occurred while setting up user preferences. x'],
    ['marketData', 'An error occurred while getting market data. x'],
    ['members', 'x'],
    ['layout', 'x'],
  ])('[START-5] of a failed %s begin with the sentence of the specification', (name, text) => {
    expect(loaderErrorText(name, 'x')).toBe(text);
  });
});
