// Shows the details of a contract, on a desktop and on a phone alike.
import { lazy } from 'react';
import { closeContractDetails, useContractDetails } from '../actions/view-actions.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const ContractDetailsDialog = lazy(() =>
  import('./contract-details.tsx').then((module) => ({ default: module.ContractDetailsDialog })),
);

export function ContractDetailsHost() {
  const { contract, instrument } = useContractDetails();
  if (contract === null) return null;
  return (
    <OnDemand>
      <ContractDetailsDialog
        key={contract}
        contract={contract}
        instrument={instrument}
        onClose={closeContractDetails}
      />
    </OnDemand>
  );
}
