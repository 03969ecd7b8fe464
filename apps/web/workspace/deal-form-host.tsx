// Shows the open form of a deal action, or the details of a deal, on a desktop and on a phone alike.
import { lazy } from 'react';
import { closeDealDetails, closeDealForm, useDealDetails, useDealForm } from '../actions/deal-actions.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const DealFormDialog = lazy(() =>
  import('../forms/deal/deal-form-dialog.tsx').then((module) => ({ default: module.DealFormDialog })),
);
const DealDetails = lazy(() =>
  import('../forms/deal/deal-details.tsx').then((module) => ({ default: module.DealDetails })),
);

export function DealFormHost() {
  const form = useDealForm(({ request }) => request);
  const details = useDealDetails(({ request }) => request);
  return (
    <OnDemand>
      {form !== null && <DealFormDialog request={form} onClose={closeDealForm} />}
      {details !== null && <DealDetails request={details} onClose={closeDealDetails} />}
    </OnDemand>
  );
}
