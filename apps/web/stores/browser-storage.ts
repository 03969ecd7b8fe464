// The only file that uses the browser's storage: data that persists between page loads, and data that a tab keeps across a
// reload. The token and the last-used layout use the specification's keys (AUTH-4). If storage is missing, forbidden or full,
// values last as long as the page, and `useStorageFault` says why.
import { create } from 'zustand';

export const storageKeys = {
  token: 'jwt',
  lastUsedLayout: 'lastUsedLayout',
  userName: 'userName',
  theme: 'theme',
  orderFormPlace: 'openpit.orderFormPlace',
  drawer: 'openpit.drawer',
  closesOnAcceptance: 'openpit.closesOnAcceptance',
  recentEntries: 'openpit.recentEntries',
  installPrompt: 'openpit.installPrompt',
  lastVisit: 'openpit.lastVisit',
} as const;
type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Data of one tab, kept until the tab is closed. */
export const tabStorageKeys = {
  probe: 'openpit.probe',
  work: 'openpit.work',
  logoutToast: 'toastAfterLogout',
} as const;
export type TabKey = keyof typeof tabStorageKeys;

type StorageFault = 'missing' | 'forbidden' | 'full';

/** What a storage fault means, and what the user can do. */
export const storageSentences: Readonly<Record<StorageFault, string>> = {
  missing:
    'This browser has no storage for pages: your sign-in and your choices last until this page is closed or loaded again.',
  forbidden:
    'This browser blocks the storage of this site: your sign-in and your choices last until this page is closed or loaded again. Allow site data for this address to keep them.',
  full: 'The storage of this browser is full: your sign-in and your choices may last only until this page is closed or loaded again. Delete data of other sites, or of this one, to keep them.',
};

/** The last fault, or null. */
export const useStorageFault = create<{ readonly fault: StorageFault | null }>()(() => ({ fault: null }));

/** Whether the page can store anything; records the fault if it cannot. */
export function checkStorage(): void {
  localPlace.read(storageKeys.theme);
}

export const readStored = (key: StorageKey): string | null => localPlace.read(key);

/** `null` removes the value. */
export const writeStored = (key: StorageKey, value: string | null): void => localPlace.write(key, value);

export const readKept = (key: TabKey): string | null => tabPlace.read(tabStorageKeys[key]);

/** Stores a value for this tab only; null removes it. */
export const writeKept = (key: TabKey, value: string | null): void =>
  tabPlace.write(tabStorageKeys[key], value);

/** Whether this tab's data survives a reload. */
export function canKeep(): boolean {
  try {
    sessionStorage.setItem(tabStorageKeys.probe, '1');
    sessionStorage.removeItem(tabStorageKeys.probe);
    return true;
  } catch {
    return false;
  }
}

const localPlace = placeOf(() => localStorage);
const tabPlace = placeOf(() => sessionStorage);

/** `storage` throws if the browser forbids storage, so no other code may even mention the object. */
function placeOf(storage: () => Storage) {
  /** The value that could not be stored; null if it could not be removed. */
  const ofPage = new Map<string, string | null>();
  return {
    read(key: string): string | null {
      const value = ofPage.get(key);
      if (value !== undefined) return value;
      try {
        return storage().getItem(key);
      } catch (error) {
        if (!isOutsidePage(error)) note(error);
        return null;
      }
    },
    write(key: string, value: string | null): void {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
        ofPage.delete(key);
      } catch (error) {
        ofPage.delete(key);
        if (isOutsidePage(error)) return;
        note(error);
        ofPage.set(key, value);
      }
    },
  };
}

/** Outside a browser, such as in a test, there is no page whose lifetime could count. */
const isOutsidePage = (error: unknown): boolean => error instanceof ReferenceError;

function note(error: unknown): void {
  const fault = faultOf(error);
  if (useStorageFault.getState().fault === fault) return;
  useStorageFault.setState({ fault });
  console.warn(storageSentences[fault], error);
}

/** All browsers use these names; the second is Firefox's older name for a full storage. */
function faultOf(error: unknown): StorageFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED') return 'full';
  return name === 'TypeError' ? 'missing' : 'forbidden';
}
