// Trading: the start-up frame until everything is loaded, then the dealer's workspace. One chunk, loaded after the guard.
import { useEffect } from 'react';
import { InstallPrompt } from '../pwa/install-prompt.tsx';
import { StartupFrame } from '../startup/startup-frame.tsx';
import { fetchPanels, TradingScreen } from '../workspace/trading-screen.tsx';

export function TradingPage() {
  useEffect(fetchPanels, []);
  return (
    <StartupFrame>
      <TradingScreen />
      <InstallPrompt />
    </StartupFrame>
  );
}
