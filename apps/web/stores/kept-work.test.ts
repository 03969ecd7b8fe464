import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetWork, hasWork, keepOnLeave, keepWork, takeWork } from './kept-work.ts';
import { signedOut, useSession } from './session.ts';

const items = new Map<string, string>();
const signIn = (userId: string) => useSession.setState({ hqAccess: { userId } as never });
const hour = 3_600_000;

beforeEach(() => {
  items.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  signIn('u1');
});
afterEach(() => {
  forgetWork();
  useSession.setState(signedOut);
  vi.unstubAllGlobals();
});

describe('unsent work of a tab', () => {
  it('is restored once, to the same user, each part separately', () => {
    keepOnLeave('ticket', () => ({ qty: 37 }));
    keepOnLeave('layout', () => ({ name: 'Desk' }));
    expect(hasWork()).toBe(true);
    keepWork(0);
    expect(takeWork('ticket', hour - 1)).toEqual({ qty: 37 });
    expect(takeWork('ticket', hour - 1)).toBeNull();
    expect(takeWork('layout', hour - 1)).toEqual({ name: 'Desk' });
    expect(items.size).toBe(0);
  });

  it('is not shown to another user, nor after an hour, nor when it cannot be read', () => {
    keepOnLeave('ticket', () => ({ qty: 37 }));
    keepWork(0);
    signIn('u2');
    expect(takeWork('ticket', 1)).toBeNull();
    signIn('u1');
    expect(takeWork('ticket', 1)).toBeNull();
    keepWork(0);
    expect(takeWork('ticket', hour)).toBeNull();
    for (const text of ['{', '7', 'null', '{"userId":"u1"}', '{"userId":"u1","at":0,"ticket":7}']) {
      items.set('openpit.work', text);
      expect(takeWork('ticket', 1)).toBeNull();
    }
  });

  it('is not promised where the browser forbids the storage', () => {
    keepOnLeave('ticket', () => ({ qty: 37 }));
    const working = sessionStorage;
    vi.stubGlobal('sessionStorage', undefined);
    expect(hasWork()).toBe(false);
    vi.stubGlobal('sessionStorage', working);
  });

  it('is not touched by Login, and nothing is kept of a page that the user has left on purpose', () => {
    const stop = keepOnLeave('ticket', () => ({ qty: 37 }));
    keepWork(0);
    useSession.setState(signedOut);
    keepWork(1);
    signIn('u1');
    expect(takeWork('ticket', 1)).toEqual({ qty: 37 });
    forgetWork();
    keepWork(2);
    expect(takeWork('ticket', 3)).toBeNull();
    keepOnLeave('ticket', () => null);
    expect(hasWork()).toBe(false);
    stop();
  });
});
