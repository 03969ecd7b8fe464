// Asks before the page is left with an unsaved layout, but never delays a logout that the user did not ask for (AUTH-7). The update
// prompt names the layout before that.
import { useEffect } from 'react';
import { useUpdate } from '../pwa/updates.ts';
import { isLeaving } from '../session/logout.ts';
import { useLayouts } from '../stores/layouts.ts';

export function useUnsavedGuard(): void {
  const unsavedLayout = useLayouts(({ current }) => (current?.isChanged ? current.document.name : null));
  useEffect(() => {
    useUpdate.setState({ unsavedLayout });
    return () => useUpdate.setState({ unsavedLayout: null });
  }, [unsavedLayout]);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving() && useLayouts.getState().current?.isChanged === true) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, []);
}
