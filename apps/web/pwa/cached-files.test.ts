import { describe, expect, it, vi } from 'vitest';
import { answerFor, KeptFiles } from './cached-files.ts';

const origin = 'https://openpit.example';
const answer = (path: string, { method = 'GET', mode = 'cors' as RequestMode } = {}) =>
  answerFor({ method, mode, url: new URL(path, origin).href }, origin);

describe('the service worker', () => {
  it.each(['/', '/app', '/app/trading', '/app/trading?panel=Positions', '/authentication/login'])(
    '[SHELL-1] answers the address %s with the kept page',
    (path) => {
      expect(answer(path, { mode: 'navigate' })).toBe('page');
    },
  );

  it('[SHELL-1] answers requests for built files and the manifest from its cache', () => {
    expect(answer('/assets/index-BV9zdV_h.js')).toBe('file');
    expect(answer('/manifest.webmanifest')).toBe('file');
  });

  it.each([
    '/api/StaticData/GetPrices',
    '/api/UserSettings/GetAllUserLayouts',
    '/api/docs/json',
    '/market?access_token=secret',
    '/market/negotiate',
    '/operator/status',
    '/service-worker.js',
    '/index.html',
    '/favicon.svg',
  ])('[SHELL-8] leaves %s to the server, as a call and as a page', (path) => {
    expect(answer(path)).toBe('server');
    expect(answer(path, { mode: 'navigate' })).toBe('server');
  });

  it('[SHELL-8] leaves other methods and other origins to the server', () => {
    expect(answer('/app/trading', { method: 'POST', mode: 'navigate' })).toBe('server');
    expect(answer('https://elsewhere.example/assets/index.js')).toBe('server');
  });
});

/** A storage as browsers have it, in memory. */
class MemoryStorage {
  readonly caches = new Map<string, Map<string, Response>>();
  fault: Error | null = null;

  async open(name: string) {
    if (this.fault?.name === 'SecurityError') throw this.fault;
    const cache = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, cache);
    const key = (request: Request | string) =>
      typeof request === 'string' ? request : new URL(request.url).pathname;
    return {
      match: async (request: Request | string) => cache.get(key(request))?.clone(),
      put: async (request: Request | string, response: Response) => {
        if (this.fault !== null) throw this.fault;
        cache.set(key(request), response);
      },
      addAll: async () => {
        throw new Error('The server has another version.');
      },
    };
  }
  async match(request: Request | string) {
    for (const name of this.caches.keys()) {
      const response = await (await this.open(name)).match(request);
      if (response !== undefined) return response;
    }
    return undefined;
  }
  keys = async () => [...this.caches.keys()];
  delete = async (name: string) => this.caches.delete(name);
}

describe('the kept files', () => {
  const version = (name: string, entry: string): [string, Map<string, Response>] => [
    `openpit-${name}`,
    new Map([[entry, new Response(name)]]),
  ];
  const opened = (...versions: [string, Map<string, Response>][]) => {
    const storage = new MemoryStorage();
    for (const [name, files] of versions) storage.caches.set(name, files);
    const asked: string[] = [];
    const files = new KeptFiles(
      { version: '4', hashed: [] },
      storage as unknown as CacheStorage,
      async ({ url }) => {
        asked.push(new URL(url).pathname);
        return new Response('of the server');
      },
    );
    const work: Promise<unknown>[] = [];
    const later = (promise: Promise<unknown>) => void work.push(promise);
    const request = (path: string) => new Request(new URL(path, origin));
    return {
      storage,
      files,
      asked,
      page: async () => (await files.page(request('/app/trading'), later)).text(),
      file: async (path: string) => (await files.file(request(path), later)).text(),
      done: () => Promise.all(work),
    };
  };

  it('[SHELL-6] include every version that a page still shows, and the previous version', async () => {
    const all = [version('1', '/1.js'), version('2', '/2.js'), version('3', '/3.js'), version('4', '/4.js')];
    const { files, storage } = opened(...all);
    await files.dropUnused(['/1.js', '/4.js']);
    expect(await storage.keys()).toEqual(['openpit-1', 'openpit-3', 'openpit-4']);
    await files.dropUnused(['/4.js', null]);
    expect(await storage.keys()).toHaveLength(3);
    storage.caches.set('of-another-program', new Map());
    await files.dropUnused(['/4.js']);
    expect(await storage.keys()).toEqual(['openpit-3', 'openpit-4', 'of-another-program']);
  });

  it('are found in an earlier version for a page that still shows it', async () => {
    const { file, asked } = opened(version('1', '/assets/panel-1.js'), version('4', '/4.js'));
    expect(await file('/assets/panel-1.js')).toBe('1');
    expect(asked).toEqual([]);
  });

  it('are kept again when they were cleared and the page is fetched', async () => {
    const { page, file, done, asked, storage } = opened();
    expect(await page()).toBe('of the server');
    await file('/assets/start.js');
    await done();
    expect([...(storage.caches.get('openpit-4')?.keys() ?? [])]).toEqual(['/index.html', '/assets/start.js']);
    expect(await page()).toBe('of the server');
    expect(asked).toEqual(['/app/trading', '/assets/start.js']);
  });

  it.each([
    ['full', 'QuotaExceededError'],
    ['forbidden', 'SecurityError'],
  ])('come from the server while the storage is %s', async (_, name) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { page, file, done, storage } = opened();
    storage.fault = Object.assign(new Error('No.'), { name });
    expect(await page()).toBe('of the server');
    expect(await file('/assets/start.js')).toBe('of the server');
    await done();
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });
});
