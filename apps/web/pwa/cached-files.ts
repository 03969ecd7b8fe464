// The requests of a page that the service worker answers from its cache. It never keeps a reply of /api, /operator or /market, and so no
// token and no row of the market, because only listed files are kept.

/** The files of one build. */
export interface CachedFiles {
  /** Changes with every change of a file. */
  readonly version: string;
  /** The addresses of the files with a hash in their names, which a browser keeps from the start. */
  readonly hashed: readonly string[];
}

export const pageAddress = '/index.html';
const manifestAddress = '/manifest.webmanifest';

/** The application's page, a file that belongs to it, or something that only the server can answer. */
type AnsweredBy = 'page' | 'file' | 'server';

export function answerFor(
  { method, url, mode }: Pick<Request, 'method' | 'url' | 'mode'>,
  ownOrigin: string,
): AnsweredBy {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== ownOrigin) return 'server';
  if (mode === 'navigate') return isScreen(pathname) ? 'page' : 'server';
  return pathname.startsWith('/assets/') || pathname === manifestAddress ? 'file' : 'server';
}

const isScreen = (pathname: string) =>
  pathname === '/' || pathname === '/app' || /^\/(app|authentication)\//.test(pathname);

/** A page answers this question of the service worker with the address of its first script, which only its version has. */
export const entryQuestion = 'entry';

/** The orders of a page to the service worker: to take over now, and to delete the files that no page needs. */
export const activateOrder = 'activate';
export const tidyOrder = 'tidy';

const prefix = 'openpit-';

/** Extends the life of the worker until the work is done, after the page has got its answer. */
type Later = (work: Promise<unknown>) => void;

/**
 * The files of one version in the browser's storage. The storage may be cleared, forbidden or full at any time: then files come from
 * the server, and are kept again as soon as that is possible.
 */
export class KeptFiles {
  readonly #cacheName: string;
  readonly #files: CachedFiles;
  readonly #storage: CacheStorage;
  readonly #load: (request: Request) => Promise<Response>;

  constructor(files: CachedFiles, storage: CacheStorage, load: (request: Request) => Promise<Response>) {
    this.#files = files;
    this.#cacheName = prefix + files.version;
    this.#storage = storage;
    this.#load = load;
  }

  /** Fetches and keeps all files; rejects, and keeps none, when one cannot be fetched or kept. */
  async keep(): Promise<void> {
    const cache = await this.#storage.open(this.#cacheName);
    // The browser already has most of the files; those without a hash in their names may have changed.
    await cache.addAll([
      ...this.#files.hashed,
      ...[pageAddress, manifestAddress].map((address) => new Request(address, { cache: 'no-cache' })),
    ]);
  }

  async page(request: Request, later: Later): Promise<Response> {
    const cachedPage = await this.#kept((cache) => cache.match(pageAddress));
    if (cachedPage !== undefined) return cachedPage;
    const response = await this.#load(request);
    if (!response.ok || response.redirected) return response;
    // The storage has been cleared. The other files are also kept again if the server still has this version.
    const copy = response.clone();
    later(this.#put(pageAddress, copy).then(() => this.keep().catch(() => {})));
    return response;
  }

  /** A page of an earlier version may still be open, so its files are searched in every cache. */
  async file(request: Request, later: Later): Promise<Response> {
    const cachedFile =
      (await this.#kept((cache) => cache.match(request))) ??
      (await this.#storage.match(request).catch(() => undefined));
    if (cachedFile !== undefined) return cachedFile;
    const response = await this.#load(request);
    if (response.ok) later(this.#put(request, response.clone()));
    return response;
  }

  /**
   * Deletes the caches that no page needs. `entries` has the first script of each open page, null for a page that does not report it. The
   * previous version stays, because a page of it may be about to open.
   */
  async dropUnused(entries: readonly (string | null)[]): Promise<void> {
    if (entries.includes(null)) return;
    const others = (await this.#storage.keys()).filter(
      (name) => name.startsWith(prefix) && name !== this.#cacheName,
    );
    for (const name of others.slice(0, -1)) {
      const cache = await this.#storage.open(name);
      const responses = await Promise.all(entries.map((entry) => entry !== null && cache.match(entry)));
      if (!responses.some(Boolean)) await this.#storage.delete(name);
    }
  }

  async #kept(find: (cache: Cache) => Promise<Response | undefined>): Promise<Response | undefined> {
    try {
      return await find(await this.#storage.open(this.#cacheName));
    } catch {
      return undefined;
    }
  }

  async #put(request: RequestInfo, response: Response): Promise<void> {
    try {
      await (await this.#storage.open(this.#cacheName)).put(request, response);
    } catch (error) {
      console.warn('A file could not be kept for a start without a connection.', error);
    }
  }
}
