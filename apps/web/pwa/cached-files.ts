// Which requests of a page the service worker answers from its cache. Nothing of /api, /operator or /market is ever kept, and
// so no token and no row of the market: they are not in the list of what is.

/** Of one build. */
export interface CachedFiles {
  /** Changes with every change of a file. */
  readonly version: string;
  /** The addresses of the files with a hash in their names, which a browser keeps from the start. */
  readonly hashed: readonly string[];
}

export const pageAddress = '/index.html';
export const manifestAddress = '/manifest.webmanifest';

/** The application's page, a file that belongs to it, or something that only the server can answer. */
export type Answer = 'page' | 'file' | 'server';

export function answerFor(
  { method, url, mode }: Pick<Request, 'method' | 'url' | 'mode'>,
  ownOrigin: string,
): Answer {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== ownOrigin) return 'server';
  if (mode === 'navigate') return isScreen(pathname) ? 'page' : 'server';
  return pathname.startsWith('/assets/') || pathname === manifestAddress ? 'file' : 'server';
}

const isScreen = (pathname: string) =>
  pathname === '/' || pathname === '/app' || /^\/(app|authentication)\//.test(pathname);

/** The caches that may go once this version is in use. The one before it stays for pages that are still open with it. */
export function outdated(names: readonly string[], own: string): readonly string[] {
  return names.filter((name) => name !== own).slice(0, -1);
}
