// The service worker: keeps the built files of one version, so that the application starts without a connection and all files of
// a page have the same version. A new version is kept beside the old one until the user updates or has closed every page (SHELL-6).
import { answerFor, type CachedFiles, manifestAddress, outdated, pageAddress } from './cached-files.ts';

/** Replaced by the build. */
declare const builtFiles: CachedFiles;

// The compiler's types of pages and of workers cannot be used together.
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends WorkerEvent {
  addRoutes?(routes: readonly { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerEvents {
  readonly install: InstallEvent;
  readonly activate: WorkerEvent;
  readonly fetch: FetchEvent;
  readonly message: MessageEvent<unknown>;
}
interface Worker {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
const worker = self as unknown as Worker;

const { version, hashed } = builtFiles;
const cacheName = `openpit-${version}`;

worker.addEventListener('install', (event) => {
  // Where the browser can do it, calls do not wait for the worker to start.
  const direct = ['/api/*', '/market*'].map((urlPattern) => ({
    condition: { urlPattern },
    source: 'network' as const,
  }));
  event.waitUntil(Promise.all([keepFiles(), event.addRoutes?.(direct)]));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOutdated().then(() => worker.clients.claim()));
});

worker.addEventListener('message', ({ data }) => {
  if (data === 'activate') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request, location.origin);
  if (answer === 'page') event.respondWith(page(event.request));
  else if (answer === 'file') event.respondWith(file(event.request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  // The browser has most of the files already; those without a hash in their names may have changed.
  await cache.addAll([
    ...hashed,
    ...[pageAddress, manifestAddress].map((address) => new Request(address, { cache: 'no-cache' })),
  ]);
}

async function dropOutdated(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(outdated(names, cacheName).map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(pageAddress)) ?? fetch(request);
}

/** A page of the version before may still be open, and its files are looked for in every cache. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = (await cache.match(request)) ?? (await caches.match(request));
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
