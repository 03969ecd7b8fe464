// Makes the toasts of unmatched deals. A component, so that their button opens the panel in the workspace around it.
import { useCallback } from 'react';
import { useWorkspacePort } from '../../actions/action.ts';
import { useUnmatchedNotices } from './use-unmatched-notices.ts';

export function UnmatchedNotices(): null {
  const workspace = useWorkspacePort();
  useUnmatchedNotices(useCallback(() => workspace.showPanel('unMatchedDeals'), [workspace]));
  return null;
}
