// Registers the service worker once the workspace is open and has loaded what it shows: keeping the files costs some hundred
// kilobytes, which must delay neither Login nor the first prices.
import { useEffect } from 'react';
import { registerServiceWorker } from './updates.ts';

const delayMs = 5_000;

export function KeptOffline(): null {
  useEffect(() => {
    const timer = setTimeout(() => void registerServiceWorker(), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
