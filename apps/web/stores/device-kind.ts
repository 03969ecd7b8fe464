// The kind of this device. It is a phone when the viewport is under 600 px wide, or the pointer is coarse and the viewport under 500 px
// high. It is checked again whenever the window changes.
import { useSyncExternalStore } from 'react';

export type DeviceKind = 'desktop' | 'mobile';

const mobileQuery = '(width < 600px), (pointer: coarse) and (height < 500px)';

const media = typeof matchMedia === 'undefined' ? null : matchMedia(mobileQuery);

export function deviceKind(): DeviceKind {
  return media?.matches ? 'mobile' : 'desktop';
}

function onDeviceKind(listener: (kind: DeviceKind) => void): () => void {
  const notify = () => listener(deviceKind());
  media?.addEventListener('change', notify);
  return () => media?.removeEventListener('change', notify);
}

export function useDeviceKind(): DeviceKind {
  return useSyncExternalStore(onDeviceKind, deviceKind);
}
