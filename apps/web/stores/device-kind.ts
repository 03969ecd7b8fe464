// Whether this page is a phone's or a desk's (design §4.15): a phone when the viewport is under 600 px wide, or the
// pointer is coarse and the viewport under 500 px high. Asked again whenever the window changes.
import { useSyncExternalStore } from 'react';

export type DeviceKind = 'desktop' | 'mobile';

export const mobileQuery = '(width < 600px), (pointer: coarse) and (height < 500px)';

const media = typeof matchMedia === 'undefined' ? null : matchMedia(mobileQuery);

export function deviceKind(): DeviceKind {
  return media?.matches ? 'mobile' : 'desktop';
}

export function onDeviceKind(listener: (kind: DeviceKind) => void): () => void {
  const tell = () => listener(deviceKind());
  media?.addEventListener('change', tell);
  return () => media?.removeEventListener('change', tell);
}

export function useDeviceKind(): DeviceKind {
  return useSyncExternalStore(onDeviceKind, deviceKind);
}
