// The contract of a single-contract panel: the contract to which it is pinned, otherwise the active
// contract. Depth, Ladder and Chart share this rule, the pin switch, and the text shown without a
// contract.
import type { ContractFacts } from '@openpit/wire';
import { useContract } from '../../../market/prices.ts';
import { useStoreStatus } from '../../../market/use-store.ts';
import { useActiveContract } from '../../../stores/chosen.ts';
import { contractStore } from '../../../stores/stores.ts';
import { PinIcon } from '../../../ui/icons.tsx';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import type { PanelToggle } from '../../../ui/panel-toggles.tsx';

interface ShownContract {
  /** `null` before a contract has been clicked. */
  readonly contract: string | null;
  /** Undefined while the contract is not listed. */
  readonly facts: ContractFacts | undefined;
  readonly pin: PanelToggle;
  /** Shown while the facts are not loaded. */
  readonly message: GridMessage;
}

/** `what` names the content in sentences: "depth". `onPin` saves the contract to pin to, or null to follow the clicks. */
export function useShownContract(
  data: string,
  saved: string | null | undefined,
  onPin: (contract: string | null) => void,
): ShownContract {
  const pinned = saved || null;
  const active = useActiveContract((state) => state.contract);
  const contract = pinned ?? active;
  const facts = useContract(contract);
  const status = useStoreStatus(contractStore);
  return {
    contract,
    facts,
    pin: {
      id: 'pin',
      label: pinned === null ? 'Pin to this contract' : 'Follow the contract that is clicked',
      icon: <PinIcon />,
      isOn: pinned !== null,
      disabledReason: contract === null ? 'There is no contract to pin yet.' : null,
      onToggle: () => onPin(pinned === null ? contract : null),
    },
    message: messageWithoutFacts(data, contract, status),
  };
}

function messageWithoutFacts(data: string, contract: string | null, status: string): GridMessage {
  if (contract === null)
    return {
      kind: 'empty',
      title: 'No contract yet.',
      detail: `Click a contract in Futures and its ${data} shows here.`,
    };
  if (status === 'error')
    return {
      kind: 'error',
      title: 'The market could not be loaded.',
      detail: `The ${data} of ${contract} loads again when the connection is restored.`,
    };
  if (status !== 'success') return { kind: 'loading', title: 'Loading the market…' };
  return {
    kind: 'empty',
    title: `${contract} is not listed.`,
    detail: 'It may have expired. Unpin the panel to follow the contract that is clicked.',
  };
}
