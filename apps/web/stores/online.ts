// Whether the browser has a connection at all (SHELL-8). Without one nothing can be sent, whatever the hubs still believe.
import { create } from 'zustand';

export const useOnline = create<{ readonly isOnline: boolean }>()(() => ({
  isOnline: globalThis.navigator?.onLine !== false,
}));

/** Follows the browser from now on. */
export function watchOnline(): void {
  const update = () => useOnline.setState({ isOnline: navigator.onLine });
  update();
  addEventListener('online', update);
  addEventListener('offline', update);
}

/** Resolves as soon as the browser is online, or at once. */
export async function online(): Promise<void> {
  if (useOnline.getState().isOnline) return;
  await new Promise<void>((resolve) => {
    const stop = useOnline.subscribe(({ isOnline }) => {
      if (!isOnline) return;
      stop();
      resolve();
    });
  });
}
