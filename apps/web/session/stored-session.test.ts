import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What a page has of the browser: two storages that outlive it, and a reload that ends it. */
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
const tokenOf = (claims: object) =>
  `h.${Buffer.from(JSON.stringify({ sub: 'u7', name: 'Zanele', exp: inAnHour(), ...claims })).toString('base64url')}.s`;

let local: ReturnType<typeof storageOf>;
let kept: ReturnType<typeof storageOf>;
let reloads: number;
let listeners: Map<string, (event: { key: string | null }) => void>;

/** A page that has just been loaded: modules begin anew. */
async function loadPage() {
  vi.resetModules();
  const session = await import('./stored-session.ts');
  const { logout, isLeaving } = await import('./logout.ts');
  const { guardSignedIn, guardSignedOut } = await import('./route-guards.ts');
  const { useSession, placeholderTokenExpiration } = await import('../stores/session.ts');
  session.adoptStoredToken();
  return {
    ...session,
    logout,
    isLeaving,
    guardSignedIn,
    guardSignedOut,
    useSession,
    placeholderTokenExpiration,
  };
}

beforeEach(() => {
  local = storageOf();
  kept = storageOf();
  reloads = 0;
  listeners = new Map();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', kept);
  vi.stubGlobal('location', {
    reload: () => {
      reloads += 1;
    },
  });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { key: string | null }) => void) =>
    listeners.set(type, listener),
  );
  // Telling the server is best effort; here nobody listens.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const keptToast = () => JSON.parse(kept.items.get('toastAfterLogout') ?? 'null') as unknown;
const expiredToast = { type: 'warning', message: 'Token Expired' };

describe('the session of a page', () => {
  it('[AUTH-12] has the placeholder of the year 2222 as its end while nobody is signed in, and is not valid by it', async () => {
    const page = await loadPage();
    expect(new Date(page.placeholderTokenExpiration).toISOString()).toBe('2222-05-05T00:00:00.000Z');
    expect(page.useSession.getState()).toMatchObject({
      token: null,
      tokenExpiresAt: page.placeholderTokenExpiration,
    });
    expect(page.storedTokenState()).toBe('missing');
  });

  it('[AUTH-1, AUTH-4] keeps token and user name, and finds both after a reload', async () => {
    const token = tokenOf({});
    expect((await loadPage()).keepToken(token)).toBe(true);
    expect(Object.fromEntries(local.items)).toEqual({ jwt: token, userName: 'Zanele' });
    const page = await loadPage();
    expect(page.useSession.getState()).toMatchObject({ token, displayName: 'Zanele' });
    expect(page.storedTokenState()).toBe('valid');
  });

  it('[AUTH-5] keeps no token that is over or cannot be read', async () => {
    const page = await loadPage();
    expect(page.keepToken(tokenOf({ exp: 1 }))).toBe(false);
    expect(page.keepToken('garbage')).toBe(false);
    expect(local.items.size).toBe(0);
  });

  it('[AUTH-7] forgets token and last-used layout at logout, keeps its toast, and reloads once', async () => {
    local.items.set('jwt', tokenOf({})).set('lastUsedLayout', 'd1').set('userName', 'Zanele');
    const page = await loadPage();
    page.logout({ toast: { type: 'info', message: 'The day has ended.' }, tellServer: false });
    page.logout({ toast: { type: 'warning', message: 'Token Expired' } });
    expect([...local.items.keys()]).toEqual(['userName']);
    expect(keptToast()).toEqual({ type: 'info', message: 'The day has ended.' });
    expect(reloads).toBe(1);
    expect(page.isLeaving()).toBe(true);
  });

  it('[AUTH-6] checks the token after 30 s and then every 120 s, and leaves with Token Expired', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    local.items.set('jwt', tokenOf({ exp: 1_800_000_000 + 100 }));
    const page = await loadPage();
    page.startTokenChecks();
    vi.advanceTimersByTime(149_000);
    expect(reloads).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(reloads).toBe(1);
    expect(keptToast()).toEqual(expiredToast);
  });

  it('[AUTH-6] leaves at the first check, after 30 s, when the token ended before it', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    local.items.set('jwt', tokenOf({ exp: 1_800_000_000 + 10 }));
    (await loadPage()).startTokenChecks();
    vi.advanceTimersByTime(29_999);
    expect(reloads).toBe(0);
    vi.advanceTimersByTime(1);
    expect(reloads).toBe(1);
  });

  it('checks nothing while nobody is signed in', async () => {
    (await loadPage()).checkToken();
    expect(reloads).toBe(0);
  });

  it('[ROUTE-2, ROUTE-3] sends the signed-in from Login to Trading and the others from Trading to Login', async () => {
    const page = await loadPage();
    expect([await page.guardSignedIn(), await page.guardSignedOut()]).toEqual(['toLogin', 'stay']);
    local.items.set('jwt', tokenOf({}));
    expect([await page.guardSignedIn(), await page.guardSignedOut()]).toEqual(['stay', 'toTrading']);
    expect(reloads).toBe(0);
  });

  it.each([['garbage'], [tokenOf({ exp: 1 })]])(
    '[ROUTE-4] logs out first with the stored token %s',
    async (token) => {
      local.items.set('jwt', token).set('lastUsedLayout', 'd1');
      const page = await loadPage();
      let decided = false;
      void page.guardSignedIn().then(() => {
        decided = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(decided).toBe(false);
      expect(reloads).toBe(1);
      expect(local.items.size).toBe(0);
      expect(keptToast()).toEqual(expiredToast);
    },
  );

  it('ends when another tab signs out, and says nothing of it', async () => {
    local.items.set('jwt', tokenOf({}));
    (await loadPage()).watchSession();
    local.items.delete('jwt');
    listeners.get('storage')?.({ key: 'jwt' });
    expect(reloads).toBe(1);
    expect(keptToast()).toBeNull();
  });

  it('takes the new token when another tab signs the same user in, and starts anew for somebody else', async () => {
    local.items.set('jwt', tokenOf({}));
    const page = await loadPage();
    page.watchSession();
    const newer = tokenOf({ jti: 2 });
    local.items.set('jwt', newer);
    listeners.get('storage')?.({ key: 'jwt' });
    expect(page.useSession.getState().token).toBe(newer);
    expect(reloads).toBe(0);
    local.items.set('jwt', tokenOf({ sub: 'u8' }));
    listeners.get('storage')?.({ key: 'jwt' });
    expect(reloads).toBe(1);
    expect(local.items.has('jwt')).toBe(true);
  });

  it('leaves everything else that another tab keeps alone', async () => {
    local.items.set('jwt', tokenOf({}));
    (await loadPage()).watchSession();
    local.items.delete('jwt');
    listeners.get('storage')?.({ key: 'lastUsedLayout' });
    expect(reloads).toBe(0);
  });
});
