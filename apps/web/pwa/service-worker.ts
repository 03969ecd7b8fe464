// The service worker: keeps the built files of one version, so that the application starts without a connection and all files of a page
// have the same version. A new version is kept together with the old version until the user updates or has closed every page (SHELL-6).
import {
  activateOrder,
  answerFor,
  type CachedFiles,
  entryQuestion,
  KeptFiles,
  tidyOrder,
} from './cached-files.ts';

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
  readonly message: WorkerEvent & { readonly data: unknown };
}
interface Client {
  postMessage(message: string, transfer: readonly MessagePort[]): void;
}
interface Worker {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}
const worker = self as unknown as Worker;

const files = new KeptFiles(builtFiles, caches, (request) => fetch(request));

worker.addEventListener('install', (event) => {
  // If the browser supports it, calls do not wait for the worker to start.
  const direct = ['/api/*', '/market*'].map((urlPattern) => ({
    condition: { urlPattern },
    source: 'network' as const,
  }));
  event.waitUntil(Promise.all([files.keep(), event.addRoutes?.(direct)]));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('message', (event) => {
  if (event.data === activateOrder) void worker.skipWaiting();
  // This is not done during activation, because pages that load again would wait for it.
  if (event.data === tidyOrder) event.waitUntil(dropUnused());
});

worker.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request, location.origin);
  const later = (work: Promise<unknown>) => event.waitUntil(work);
  if (answer === 'page') event.respondWith(files.page(event.request, later));
  else if (answer === 'file') event.respondWith(files.file(event.request, later));
});

async function dropUnused(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await files.dropUnused(await Promise.all(pages.map(entryOf)));
}

/** A page that the browser has put to sleep does not answer. */
const answerWithinMs = 2_000;

/** The address of the first script of a page; null if it does not say. */
function entryOf(page: Client): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => resolve(null), answerWithinMs);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(typeof data === 'string' ? data : null);
    page.postMessage(entryQuestion, [port2]);
  });
}
