// Asks before the page is left with an unsaved layout, but never delays a logout that the user did not ask for (AUTH-7).
import { useEffect } from 'react';
import { isLeaving } from '../session/logout.ts';
import { useLayouts } from '../stores/layouts.ts';

export function useUnsavedGuard(): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving() && useLayouts.getState().current?.isChanged === true) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, []);
}
