// Where the details of a contract appear, on a desk and on a phone alike.
import { lazy, Suspense } from 'react';
import { closeContractDetails, useContractDetails } from '../../actions/open-contract-details.ts';

const ContractDetailsDialog = lazy(() =>
  import('./contract-details.tsx').then((module) => ({ default: module.ContractDetailsDialog })),
);

export function ContractDetailsHost() {
  const { contract, instrument } = useContractDetails();
  if (contract === null) return null;
  return (
    <Suspense fallback={null}>
      <ContractDetailsDialog
        key={contract}
        contract={contract}
        instrument={instrument}
        onClose={closeContractDetails}
      />
    </Suspense>
  );
}
