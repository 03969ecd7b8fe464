// New versions of the application (SHELL-6): the service worker that is registered is checked for one, and the user decides when
// the page is loaded with it. A page whose files no longer exist on the server offers the same.
import { create } from 'zustand';
import { pageAddress } from './cached-files.ts';

interface Update {
  /** A new version is there. */
  readonly isReady: boolean;
  /** What a reload loses or interrupts, a sentence each. */
  readonly warnings: readonly string[];
}

export const useUpdate = create<Update>()(() => ({ isReady: false, warnings: [] }));

export const updateCheckMs = 300_000;

const workers: ServiceWorkerContainer | undefined = globalThis.navigator?.serviceWorker;
const offer = () => useUpdate.setState({ isReady: true });

/** Follows the service worker of this browser, if one is registered, and watches for files that no longer exist. */
export function followUpdates(): void {
  addEventListener('vite:preloadError', () => void offerIfReplaced());
  void followRegistered();
}

/** Keeping the files costs some hundred kilobytes, which must delay neither Login nor the first prices. */
const registerAfterMs = 5_000;

/** Registers the service worker, on every screen, once the page is loaded and has had time for what it shows. */
export function keepOffline(): void {
  const registerLater = () => setTimeout(() => void registerServiceWorker(), registerAfterMs);
  if (document.readyState === 'complete') registerLater();
  else addEventListener('load', registerLater, { once: true });
}

/** Registers the service worker, which then keeps the built files. In development there is none. */
async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || workers === undefined) return;
  try {
    await workers.register('/service-worker.js');
    await followRegistered();
  } catch (error) {
    console.warn('The application could not be kept for a start without a connection.', error);
  }
}

let updating = false;

/** True while the page is loaded again for an update: its prompt has said what that interrupts. */
export const isUpdating = (): boolean => updating;

/** Reloads the page, with the newest version if there is one. */
export async function updateNow(): Promise<void> {
  updating = true;
  const registration = await workers?.getRegistration();
  const next = registration && (await waitingWorker(registration));
  if (!next) return location.reload();
  workers?.addEventListener('controllerchange', () => location.reload(), { once: true });
  next.postMessage('activate');
}

const followed = new WeakSet<ServiceWorkerRegistration>();

async function followRegistered(): Promise<void> {
  const registration = await workers?.getRegistration();
  if (registration === undefined || followed.has(registration)) return;
  followed.add(registration);
  const offerIfWaiting = () => {
    // The first worker of all waits for a moment, too.
    if (registration.waiting !== null && registration.active !== null) offer();
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
  // One that waits may have been replaced on the server since.
  await checkFor(registration);
  const { installing } = registration;
  if (installing !== null)
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return registration.waiting;
}

/** A file could not be loaded: because the server has another version, or because it cannot be reached. */
async function offerIfReplaced(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const response = await fetch(pageAddress, { cache: 'no-store' });
    if (response.ok && own && !(await response.text()).includes(own)) offer();
  } catch {
    // Without a connection nothing can be said about versions.
  }
}
