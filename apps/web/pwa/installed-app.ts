// The application as an installed one: how this browser can install it, and the badge on its icon.
import { create } from 'zustand';

/** Sent by Chromium; not in the compiler's types. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

interface InstallOffer {
  /** Opens the browser's dialog; null if it offers none. */
  readonly prompt: (() => Promise<unknown>) | null;
}

export const useInstallOffer = create<InstallOffer>()(() => ({ prompt: null }));

/** Keeps the offer, which the browser may make before Trading is open. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar.
    event.preventDefault();
    const offer = event as BeforeInstallPromptEvent;
    useInstallOffer.setState({
      prompt: () => {
        // A browser accepts each event once.
        useInstallOffer.setState({ prompt: null });
        return offer.prompt();
      },
    });
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ prompt: null }));
}

/** True in a browser of iOS or iPadOS, where only the user can install, and not in the installed application. */
export function needsStepsOfIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isIos && !matchMedia('(display-mode: standalone)').matches;
}

/** Browsers without badges ignore this. 0 removes the badge. */
export function showAppBadge(count: number): void {
  // Absent in some browsers, although the types declare it.
  const { setAppBadge }: { setAppBadge?: Navigator['setAppBadge'] } = navigator;
  setAppBadge
    ?.call(navigator, count)
    .catch((error: unknown) => console.warn('The badge was not shown.', error));
}
