// The Ladder panel: the price ladder of one contract under a strip with the position there. A layout may have several, each pinned to
// a contract and armed separately.
import { ContractHeading } from '../../market/contract-heading.tsx';
import { usePrice } from '../../market/prices.ts';
import { GridMessageView } from '../../ui/live-grid/grid-message.tsx';
import { PanelToggles } from '../../ui/panel-toggles.tsx';
import { useShownContract } from '../parts/market/shown-contract.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { PriceLadder } from '../parts/price-ladder/price-ladder.tsx';
import { ladderSettings } from './definition.tsx';

export function LadderPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(ladderSettings, props);
  const { contract, pin, message } = useShownContract('ladder', settings.contract, (pinned) =>
    change({ contract: pinned }),
  );
  const row = usePrice(contract);
  return (
    <>
      {contract !== null && <ContractHeading contract={contract} isPinned={pin.isOn} />}
      <PanelToggles toggles={[pin]} />
      {row === undefined ? (
        <GridMessageView message={message} />
      ) : (
        <PriceLadder
          hasStrip
          row={row}
          idleSeconds={settings.ladderIdleSeconds ?? 60}
          onIdleSeconds={(seconds) => change({ ladderIdleSeconds: seconds })}
        />
      )}
    </>
  );
}
