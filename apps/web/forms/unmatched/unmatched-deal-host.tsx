// Shows the form for an unmatched deal that is open, on a desktop and on a phone alike.
import { lazy } from 'react';
import { closeUnmatchedForm, type UnmatchedForm, useUnmatchedForm } from '../../actions/unmatched-deals.ts';
import { OnDemand } from '../../ui/on-demand.tsx';

const UnmatchedDealDialog = lazy(() =>
  import('./unmatched-deal-dialog.tsx').then((module) => ({ default: module.UnmatchedDealDialog })),
);

export function UnmatchedDealHost() {
  const { form } = useUnmatchedForm();
  if (form === null) return null;
  return (
    <OnDemand>
      <UnmatchedDealDialog key={keyOf(form)} form={form} onClose={closeUnmatchedForm} />
    </OnDemand>
  );
}

const keyOf = (form: UnmatchedForm) =>
  form.kind === 'insert' ? form.kind : `${form.kind} ${form.item.unmatchedSeq}`;
