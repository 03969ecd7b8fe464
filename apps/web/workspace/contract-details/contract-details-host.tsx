// Where the details of a contract appear, on a desk and on a phone alike.
import { lazy, Suspense } from 'react';
import { closeContractDetails, useContractDetails } from '../../actions/open-contract-details.ts';
import { patiently } from '../../ui/patiently.ts';

const ContractDetailsDialog = lazy(
  patiently(() =>
    import('./contract-details.tsx').then((module) => ({ default: module.ContractDetailsDialog })),
  ),
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
