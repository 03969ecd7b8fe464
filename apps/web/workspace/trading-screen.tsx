// The Trading screen (ROUTE-3): floating panels on a desktop, one panel at a time on a phone. Both show the same panels and call the
// same actions; the ticket, the confirmation and the tips are shared.
import { useEffect, useState } from 'react';
import { createScreenPort, ScreenPortContext } from '../actions/action.ts';
import { SiloFormHost } from '../forms/silo/silo-form-host.tsx';
import { UnmatchedDealHost } from '../forms/unmatched/unmatched-deal-host.tsx';
import { useDeviceKind } from '../stores/device-kind.ts';
import { applyChosenLayout, useLayouts } from '../stores/layouts.ts';
import { usePreferences } from '../stores/session.ts';
import { overlaysId } from '../ui/overlays.ts';
import { TipLayer } from '../ui/tip-layer.tsx';
import { ConfirmationHost } from './confirmation-host.tsx';
import { ContractDetailsHost } from './contract-details/contract-details-host.tsx';
import { DealFormHost } from './deal-form-host.tsx';
import { useDealNotices } from './deal-notices/use-deal-notices.ts';
import { DesktopWorkspace } from './desktop/desktop-workspace.tsx';
import { FeedAnnouncer } from './feed-strip.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { useOverlaysAtHand } from './lazy-overlays.ts';
import { OrderFormHost } from './order-form-host.tsx';
import { PhoneWorkspace } from './phone/phone-workspace.tsx';
import styles from './trading-screen.module.css';
import { useAppBadge } from './unmatched-notices/use-app-badge.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export function TradingScreen() {
  const device = useDeviceKind();
  const [port] = useState(createScreenPort);
  const isCompact = usePreferences((preferences) => preferences.document.defaults.compact);
  const isLayoutForDevice = useLayouts(
    ({ current }) => current !== null && current.document.isMobile === (device === 'mobile'),
  );
  useUnsavedGuard();
  useDealNotices();
  useAppBadge();
  useOverlaysAtHand(device);
  useKeptFocus();
  useEffect(() => {
    if (!isLayoutForDevice) applyChosenLayout(device);
  }, [isLayoutForDevice, device]);

  return (
    <ScreenPortContext value={port}>
      <div className={styles.screen} data-density={isCompact ? 'compact' : undefined}>
        {isLayoutForDevice && (device === 'mobile' ? <PhoneWorkspace /> : <DesktopWorkspace />)}
        <OrderFormHost device={device} />
        <FeedAnnouncer />
        <ConfirmationHost />
        <ContractDetailsHost />
        <UnmatchedDealHost />
        <DealFormHost />
        <SiloFormHost />
      </div>
      {/* Beside the screen, which is a stacking context: menus are above a toast. */}
      <div id={overlaysId} role="region" aria-label="Menus and tips">
        <TipLayer />
      </div>
    </ScreenPortContext>
  );
}
