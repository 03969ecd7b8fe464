// New versions of the application (SHELL-6). The registered service worker is checked for a new
// version, and the user decides when the page loads it. A page whose files no longer exist on the
// server offers the same. This file is the adapter of the browser's service workers: browsers have
// none on an address without HTTPS, and may forbid them.
import { create } from 'zustand';
import { listPastNotices } from '../notices/toasts.ts';
import { useConnection } from '../stores/connection.ts';
import { activateOrder, entryQuestion, pageAddress, tidyOrder } from './cached-files.ts';

/** The reason for an update: another version exists, or a part of this version no longer does. */
type Offer = 'newVersion' | 'missingFile';

interface Update {
  /** The offer of the prompt; null while there is none, or after the user has closed it. Each version is an offer. */
  readonly offer: Offer | null;
  /** A file of this page is no longer on the server. */
  readonly isOutdated: boolean;
  /** The page is being loaded again for an update: its prompt has named the interruptions. */
  readonly isUpdating: boolean;
  /** The losses and interruptions of a reload, a sentence each. */
  readonly warnings: readonly string[];
}

export const useUpdate = create<Update>()(() => ({
  offer: null,
  isOutdated: false,
  isUpdating: false,
  warnings: [],
}));

/** Shows the prompt, even if it was closed before. */
export const offerUpdate = (offer: Offer): void => useUpdate.setState({ offer });

export const closeOffer = (): void => useUpdate.setState({ offer: null });

const updateCheckMs = 300_000;

type WorkerFault = 'missing' | 'forbidden';

export const workerSentences: Readonly<Record<WorkerFault, string>> = {
  missing:
    'Without a connection Openpit does not start in this browser: it keeps pages only on an address with HTTPS.',
  forbidden:
    'Without a connection Openpit does not start in this browser, which does not keep its files: site data may be blocked, or the disk may be full.',
};

/** Absent on an address without HTTPS, although the types declare it. */
const workersOf = (): ServiceWorkerContainer | undefined => globalThis.navigator?.serviceWorker;

/**
 * Follows the service worker of this browser, if one is registered. Watches for files that no longer exist, and for a restart of the
 * server:
 * it may then have another version, whose messages this page may misread.
 */
export function followUpdates(): () => void {
  addEventListener('vite:preloadError', async (event) => {
    if (event.payload instanceof Error) missingFiles.add(event.payload);
    if (!(await isReplaced())) return;
    useUpdate.setState({ isOutdated: true });
    offerUpdate('missingFile');
  });
  followWorkers();
  void followRegistered();
  return useConnection.subscribe(async ({ epoch }, { epoch: before }) => {
    const isRestarted = epoch !== null && before !== null && epoch !== before;
    if (isRestarted && (await isReplaced())) offerUpdate('newVersion');
  });
}

const missingFiles = new WeakSet<Error>();

/** Whether an error means that a file of the page could not be loaded. */
export const isMissingFile = (error: Error): boolean => missingFiles.has(error);

/** The address of the first script of this page. */
const ownEntry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

function followWorkers(): void {
  const workers = workersOf();
  if (workers === undefined) return;
  workers.addEventListener('message', ({ data, ports }) => {
    if (data === entryQuestion) ports[0]?.postMessage(ownEntry());
  });
  let { controller } = workers;
  workers.addEventListener('controllerchange', () => {
    // Another window has updated. The first worker of all is not an update.
    if (controller !== null && !isUpdating()) offerUpdate('newVersion');
    controller = workers.controller;
  });
}

/** Keeping the files costs some hundred kilobytes, which must delay neither Login nor the first prices. */
const registerAfterMs = 5_000;

/**
 * Registers the service worker, on every screen, once the page is loaded and has had time to
 * render. Development has none.
 */
export function keepOffline(): void {
  if (!import.meta.env.PROD) return;
  const registerLater = () => setTimeout(() => void registerServiceWorker(), registerAfterMs);
  if (document.readyState === 'complete') registerLater();
  else addEventListener('load', registerLater, { once: true });
}

/** Registers the service worker, which then keeps the built files. Never rejects; a failure is reported in Notices. */
export async function registerServiceWorker(): Promise<void> {
  const workers = workersOf();
  if (workers === undefined) return note('missing');
  try {
    const registration = await workers.register('/service-worker.js');
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // The files could not be fetched, or not be stored.
      if (installing.state === 'redundant' && registration.active === null) note('forbidden');
    });
    registration.active?.postMessage(tidyOrder);
    await followRegistered();
  } catch (error) {
    note('forbidden', error);
  }
}

/** A toast is not needed: with a connection nothing is missing. */
function note(fault: WorkerFault, error?: unknown): void {
  const message = workerSentences[fault];
  console.warn(message, error ?? '');
  listPastNotices([{ type: 'warning', message, subject: 'start without a connection' }]);
}

export const isUpdating = (): boolean => useUpdate.getState().isUpdating;

/** The browser activates a worker only when the old one is idle, which a stuck request can prevent. */
const activationLimitMs = 10_000;

/**
 * Reloads the page, with the newest version if there is one. The page is also reloaded if the new worker does not become active in
 * time, which ends its own requests to the old one: a button that does nothing would be worse than a second offer.
 */
export async function updateNow(): Promise<void> {
  useUpdate.setState({ isUpdating: true });
  const registration = await registered();
  const next = registration && (await waitingWorker(registration));
  if (next) await activated(next);
  location.reload();
}

function activated(next: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    // Other windows may have been faster: then this window is not told again.
    if (next.state === 'activated') return resolve();
    workersOf()?.addEventListener('controllerchange', () => resolve(), { once: true });
    next.addEventListener('statechange', () => next.state === 'activated' && resolve());
    setTimeout(resolve, activationLimitMs);
    next.postMessage(activateOrder);
  });
}

/** This call also rejects if the browser forbids site data. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await workersOf()?.getRegistration();
  } catch (error) {
    note('forbidden', error);
    return undefined;
  }
}

const followed = new WeakSet<ServiceWorkerRegistration>();
const offered = new WeakSet<ServiceWorker>();

async function followRegistered(): Promise<void> {
  const registration = await registered();
  if (registration === undefined || followed.has(registration)) return;
  followed.add(registration);
  const offerIfWaiting = () => {
    // Even the very first worker waits for a moment.
    const { waiting, active } = registration;
    if (waiting === null || active === null || offered.has(waiting)) return;
    offered.add(waiting);
    offerUpdate('newVersion');
  };
  const watchInstalling = () => registration.installing?.addEventListener('statechange', offerIfWaiting);
  offerIfWaiting();
  watchInstalling();
  registration.addEventListener('updatefound', watchInstalling);
  setInterval(() => void checkFor(registration), updateCheckMs);
}

async function checkFor(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await registration.update();
  } catch (error) {
    console.warn('The server could not be asked for a new version.', error);
  }
}

async function waitingWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  // A waiting worker may have been replaced on the server since.
  await checkFor(registration);
  const { installing } = registration;
  if (installing !== null)
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return registration.waiting;
}

/** Whether the server has another version of this page; false while it cannot be reached. */
async function isReplaced(): Promise<boolean> {
  const entry = ownEntry();
  try {
    const response = await fetch(pageAddress, { cache: 'no-store' });
    return response.ok && entry !== null && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}
