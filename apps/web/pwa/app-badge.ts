// The badge on the icon of the installed application. Browsers without badges ignore it.

/** 0 removes the badge. */
export function showAppBadge(count: number): void {
  // Absent in some browsers, whatever the types say.
  const { setAppBadge }: { setAppBadge?: Navigator['setAppBadge'] } = navigator;
  setAppBadge
    ?.call(navigator, count)
    .catch((error: unknown) => console.warn('The badge was not shown.', error));
}
