// Trading: the start-up frame until all is loaded, then the dealer's workspace. One chunk, asked for after the guard.
import { StartupFrame } from '../startup/startup-frame.tsx';
import { TradingScreen } from '../workspace/trading-screen.tsx';

export function TradingPage() {
  return (
    <StartupFrame>
      <TradingScreen />
    </StartupFrame>
  );
}
