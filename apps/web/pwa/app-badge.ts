// The badge on the icon of the installed application. Browsers without badges ignore it.

/** 0 removes the badge. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  navigator.setAppBadge(count).catch((error: unknown) => console.warn('The badge was not shown.', error));
}
