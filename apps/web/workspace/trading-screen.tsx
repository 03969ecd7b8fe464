// The Trading screen (ROUTE-3): arranged panels on a desktop, one panel at a time on a phone. Both show the same panels, run the
// same actions, and share dialogs and tips.
import { useEffect, useState } from 'react';
import { createScreenPort, ScreenPortContext, useWorkspacePort } from '../actions/workspace-port.ts';
import { panelEntry } from '../panels/registry.ts';
import { useDeviceKind } from '../stores/device-kind.ts';
import { applyChosenLayout, useLayouts } from '../stores/layouts.ts';
import { usePreferences } from '../stores/session.ts';
import { overlaysId, TipLayer } from '../ui/tip-layer.tsx';
import { UnmatchedNotices, useAppBadge, useDealNotices } from './deal-notices.ts';
import { DesktopWorkspace } from './desktop/desktop-workspace.tsx';
import { Dialogs, sendAtOnce } from './dialogs.tsx';
import { useKeptFocus } from './keyboard.ts';
import { FeedAnnouncer } from './panel-content.tsx';
import { PhoneWorkspace } from './phone/phone-workspace.tsx';
import styles from './trading-screen.module.css';
import { useUnsavedGuard } from './unsaved-work.ts';

export function TradingScreen() {
  const device = useDeviceKind();
  const [port] = useState(() => createScreenPort(sendAtOnce));
  const isCompact = usePreferences((preferences) => preferences.document.defaults.compact);
  const isLayoutForDevice = useLayouts(
    ({ current }) => current !== null && current.document.isMobile === (device === 'mobile'),
  );
  useUnsavedGuard();
  useDealNotices();
  useAppBadge();
  useKeptFocus();
  useEffect(() => {
    if (!isLayoutForDevice) applyChosenLayout(device);
  }, [isLayoutForDevice, device]);

  return (
    <ScreenPortContext value={port}>
      <div className={styles.screen} data-density={isCompact ? 'compact' : undefined}>
        {isLayoutForDevice && (
          <>
            {device === 'mobile' ? <PhoneWorkspace /> : <DesktopWorkspace />}
            <UnmatchedNotices />
            <PanelOfAddress />
          </>
        )}
        <Dialogs device={device} />
        <FeedAnnouncer />
      </div>
      {/* Outside of the screen, which is a stacking context, so that menus are above a toast. */}
      <div id={overlaysId} role="region" aria-label="Menus and tips">
        <TipLayer />
      </div>
    </ScreenPortContext>
  );
}

/**
 * The code of the Futures panel is prefetched during start-up, because most layouts show it. The other panels follow once the layout is
 * known. Returns a function that stops the prefetch; it is called once the layout is known.
 */
export function fetchPanels(): () => void {
  panelEntry('Futures')?.Panel.preload();
  const fetchThose = ({ current }: ReturnType<typeof useLayouts.getState>) => {
    if (current === null) return;
    stop();
    for (const { component } of current.document.columns) panelEntry(component)?.Panel.preload();
  };
  const stop = useLayouts.subscribe(fetchThose);
  fetchThose(useLayouts.getState());
  return stop;
}

const parameter = 'panel';

/** Shows the panel named in the address (`?panel=Positions`), which the shortcuts of the installed application use. */
function PanelOfAddress(): null {
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
