// Subscribes to the market row of one contract while a component shows it, over the connection of its kind of
// screen (HUB-5).
import { classifyContract, type MarketRow, type ScreenComponent } from '@openpit/wire';
import { useEffect } from 'react';
import { watchContracts } from '../../live/subscriptions.ts';

const screens: Readonly<Record<NonNullable<ReturnType<typeof classifyContract>>, ScreenComponent>> = {
  futures: 'Futures',
  options: 'Options',
  deltas: 'Deltas',
  splits: 'Splits',
  spreads: 'Spreads',
};

export function useWatchedContract({
  contract,
  contractDisplay,
}: Pick<MarketRow, 'contract' | 'contractDisplay'>): void {
  const kind = classifyContract(contractDisplay);
  useEffect(() => (kind === null ? undefined : watchContracts(screens[kind], [contract])), [kind, contract]);
}
