// Which of the dialogs of the Trading screen is open. The drawer, the toolbar, keys and the command palette open them.
import { create } from 'zustand';

export type Overlay =
  | 'palette'
  | 'keys'
  | 'ownActions'
  | 'notices'
  | 'account'
  | 'preferences'
  | 'layouts'
  | 'saveAs'
  | 'rename';

export const useOverlay = create<{ readonly shown: Overlay | null }>()(() => ({ shown: null }));

export const showOverlay = (shown: Overlay): void => useOverlay.setState({ shown });
export const closeOverlay = (): void => useOverlay.setState({ shown: null });
