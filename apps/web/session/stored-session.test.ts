import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTokenExpired, readToken } from './stored-session.ts';

const base64Url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const tokenOf = (claims: object) =>
  `${base64Url('{"alg":"HS256"}')}.${base64Url(JSON.stringify(claims))}.c2ln`;

describe('reading a token', () => {
  it('[AUTH-1] uses exp as the expiry and the first claim whose key contains name as the name', () => {
    const token = tokenOf({ sub: 'u7', unique_name: 'Zanele Müller ☼', name: 'other', exp: 1_800_000_000 });
    expect(readToken(token)).toEqual({
      expiresAt: 1_800_000_000_000,
      displayName: 'Zanele Müller ☼',
      subject: 'u7',
    });
  });

  it('has an empty name for a token without one', () => {
    expect(readToken(tokenOf({ exp: 1 }))).toEqual({ expiresAt: 1_000, displayName: '', subject: null });
  });

  it.each([
    ['an empty text', ''],
    ['a text that is not a token', 'abc'],
    ['invalid base64', 'a.***.c'],
    ['invalid JSON', `a.${base64Url('hello')}.c`],
    ['JSON that is not an object', `a.${base64Url('7')}.c`],
    ['a token without exp', tokenOf({ sub: 'u7' })],
    ['an exp that is not a number', tokenOf({ exp: 'tomorrow' })],
  ])('[AUTH-5] cannot read %s, and counts it as expired', (_what, token) => {
    expect(readToken(token)).toBeNull();
    expect(isTokenExpired(token, 0)).toBe(true);
  });

  it('[AUTH-5] counts only a missing token and an exp before now as expired', () => {
    const token = tokenOf({ exp: 1_000 });
    expect(isTokenExpired(null, 0)).toBe(true);
    expect(isTokenExpired(token, 1_000_001)).toBe(true);
    expect(isTokenExpired(token, 1_000_000)).toBe(false);
  });
});

/** One of the browser's two storages, which outlive the page. */
function storageOf() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600;
const tokenThatExpires = (claims: object) =>
  `h.${Buffer.from(JSON.stringify({ sub: 'u7', name: 'Zanele', exp: inAnHour(), ...claims })).toString('base64url')}.s`;

let local: ReturnType<typeof storageOf>;
let sessionItems: ReturnType<typeof storageOf>;
let reloads: number;
let listeners: Map<string, (event: { key: string | null }) => void>;

/** A page that has just been loaded: with fresh modules. */
async function loadPage() {
  vi.resetModules();
  const session = await import('./stored-session.ts');
  const { logout, isLeaving } = await import('../transport/logout.ts');
  const { tokenForScreens } = await import('./stored-session.ts');
  const { useSession, placeholderTokenExpiration } = await import('../stores/session.ts');
  session.adoptStoredToken();
  return {
    ...session,
    logout,
    isLeaving,
    tokenForScreens,
    useSession,
    placeholderTokenExpiration,
  };
}

beforeEach(() => {
  local = storageOf();
  sessionItems = storageOf();
  reloads = 0;
  listeners = new Map();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', sessionItems);
  vi.stubGlobal('location', {
    reload: () => {
      reloads += 1;
    },
  });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { key: string | null }) => void) =>
    listeners.set(type, listener),
  );
  // The server is notified on a best-effort basis; in this test there is none.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const savedToast = () => JSON.parse(sessionItems.items.get('toastAfterLogout') ?? 'null') as unknown;
const expiredToast = { type: 'warning', message: 'Token Expired' };

describe('the session of a page', () => {
  it('[AUTH-12] ends at the placeholder in the year 2222 while no user is signed in, and is not valid', async () => {
    const page = await loadPage();
    expect(new Date(page.placeholderTokenExpiration).toISOString()).toBe('2222-05-05T00:00:00.000Z');
    expect(page.useSession.getState()).toMatchObject({
      token: null,
      tokenExpiresAt: page.placeholderTokenExpiration,
    });
    expect(page.storedTokenState()).toBe('missing');
  });

  it('[AUTH-1, AUTH-4] stores the token and the user name, and has both after a reload', async () => {
    const token = tokenThatExpires({});
    expect((await loadPage()).storeToken(token)).toBe(true);
    expect(Object.fromEntries(local.items)).toEqual({ jwt: token, userName: 'Zanele' });
    const page = await loadPage();
    expect(page.useSession.getState()).toMatchObject({ token, displayName: 'Zanele' });
    expect(page.storedTokenState()).toBe('valid');
  });

  it('[AUTH-5] stores no token that has expired or cannot be read', async () => {
    const page = await loadPage();
    expect(page.storeToken(tokenThatExpires({ exp: 1 }))).toBe(false);
    expect(page.storeToken('garbage')).toBe(false);
    expect(local.items.size).toBe(0);
  });

  it('[AUTH-7] removes the token and the last-used layout at logout, saves its toast, and reloads once', async () => {
    local.items.set('jwt', tokenThatExpires({})).set('lastUsedLayout', 'd1').set('userName', 'Zanele');
    const page = await loadPage();
    page.logout({ toast: { type: 'info', message: 'The day has ended.' }, notifyServer: false });
    page.logout({ toast: { type: 'warning', message: 'Token Expired' } });
    expect([...local.items.keys()]).toEqual(['userName']);
    expect(savedToast()).toEqual({ type: 'info', message: 'The day has ended.' });
    expect(reloads).toBe(1);
    expect(page.isLeaving()).toBe(true);
  });

  it('[AUTH-6] checks the token after 30 s and then every 120 s, and logs out with Token Expired', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    local.items.set('jwt', tokenThatExpires({ exp: 1_800_000_000 + 100 }));
    const page = await loadPage();
    page.startTokenChecks();
    vi.advanceTimersByTime(149_000);
    expect(reloads).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(reloads).toBe(1);
    expect(savedToast()).toEqual(expiredToast);
  });

  it('[AUTH-6] logs out at the first check, after 30 s, when the token has expired before it', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    local.items.set('jwt', tokenThatExpires({ exp: 1_800_000_000 + 10 }));
    (await loadPage()).startTokenChecks();
    vi.advanceTimersByTime(29_999);
    expect(reloads).toBe(0);
    vi.advanceTimersByTime(1);
    expect(reloads).toBe(1);
  });

  it('checks nothing while no user is signed in', async () => {
    (await loadPage()).checkToken();
    expect(reloads).toBe(0);
  });

  it('[ROUTE-2, ROUTE-3] admits screens by the stored token: valid or missing', async () => {
    const page = await loadPage();
    expect(page.tokenForScreens()).toBe('missing');
    local.items.set('jwt', tokenThatExpires({}));
    expect(page.tokenForScreens()).toBe('valid');
    expect(reloads).toBe(0);
  });

  it.each([['garbage'], [tokenThatExpires({ exp: 1 })]])(
    '[ROUTE-4] logs out first with the stored token %s',
    async (token) => {
      local.items.set('jwt', token).set('lastUsedLayout', 'd1');
      const page = await loadPage();
      expect(page.tokenForScreens()).toBe('ended');
      expect(reloads).toBe(1);
      expect(local.items.size).toBe(0);
      expect(savedToast()).toEqual(expiredToast);
    },
  );

  it('ends when another tab signs out, and states why', async () => {
    local.items.set('jwt', tokenThatExpires({}));
    (await loadPage()).followSession();
    local.items.delete('jwt');
    listeners.get('storage')?.({ key: 'jwt' });
    expect(reloads).toBe(1);
    expect(savedToast()).toEqual({
      type: 'info',
      message: 'You signed out in another tab, so this one did too.',
    });
  });

  it('says that input will be restored when another tab signs out', async () => {
    local.items.set('jwt', tokenThatExpires({}));
    (await loadPage()).followSession();
    const { keepOnLeave } = await import('../stores/kept-work.ts');
    keepOnLeave('ticket', () => ({ qtyText: '37' }));
    local.items.delete('jwt');
    listeners.get('storage')?.({ key: 'jwt' });
    expect(savedToast()).toMatchObject({
      message: expect.stringContaining('What you typed or changed here comes back'),
    });
  });

  it('adopts the new token when another tab signs in the same user, and reloads for another user', async () => {
    local.items.set('jwt', tokenThatExpires({}));
    const page = await loadPage();
    page.followSession();
    const newer = tokenThatExpires({ jti: 2 });
    local.items.set('jwt', newer);
    listeners.get('storage')?.({ key: 'jwt' });
    expect(page.useSession.getState().token).toBe(newer);
    expect(reloads).toBe(0);
    local.items.set('jwt', tokenThatExpires({ sub: 'u8' }));
    listeners.get('storage')?.({ key: 'jwt' });
    expect(reloads).toBe(1);
    expect(local.items.has('jwt')).toBe(true);
  });

  it('ignores every other item that another tab stores', async () => {
    local.items.set('jwt', tokenThatExpires({}));
    (await loadPage()).followSession();
    local.items.delete('jwt');
    listeners.get('storage')?.({ key: 'lastUsedLayout' });
    expect(reloads).toBe(0);
  });
});
