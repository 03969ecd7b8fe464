// Shows the panel that the address names (`?panel=Positions`): the shortcuts of the installed application lead there.
import { useEffect } from 'react';
import { useWorkspacePort } from '../actions/action.ts';

const parameter = 'panel';

export function PanelOfAddress(): null {
  const workspace = useWorkspacePort();
  useEffect(() => {
    const address = new URL(location.href);
    const panel = address.searchParams.get(parameter);
    if (panel === null) return;
    // A reload must not change the layout again.
    address.searchParams.delete(parameter);
    history.replaceState(history.state, '', address);
    workspace.showPanel(panel);
  }, [workspace]);
  return null;
}
