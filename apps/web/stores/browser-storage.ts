// What this browser keeps between page loads: the token and the last-used layout under the specification's keys
// (AUTH-4), the user's name (AUTH-1), light or dark, the list of own actions, the place of the order form and whether it
// closes on acceptance, the state of the drawer, the entries chosen last in the command palette, the answer to the install prompt. A
// browser that forbids storage cannot keep a session; nothing else fails by it.

export const storageKeys = {
  token: 'jwt',
  lastUsedLayout: 'lastUsedLayout',
  userName: 'userName',
  theme: 'theme',
  ownActions: 'ownActions',
  orderFormPlace: 'openpit.orderFormPlace',
  drawer: 'openpit.drawer',
  closesOnAcceptance: 'openpit.closesOnAcceptance',
  recentEntries: 'openpit.recentEntries',
  installPrompt: 'openpit.installPrompt',
} as const;
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

export function readStored(key: StorageKey): string | null {
  return attempt(() => localStorage.getItem(key), null);
}

/** Null forgets. */
export function writeStored(key: StorageKey, value: string | null): void {
  attempt(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }, undefined);
}

function attempt<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch (error) {
    if (typeof localStorage !== 'undefined')
      console.warn('This browser keeps nothing between page loads.', error);
    return otherwise;
  }
}
