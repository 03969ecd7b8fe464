// Shows the form or the details of silo certificates that are open, on a desktop and on a phone alike.
import { lazy } from 'react';
import { closeSiloForm, type SiloForm, useSiloForm } from '../../actions/silo-actions.ts';
import { OnDemand } from '../../ui/on-demand.tsx';

const SiloFormDialog = lazy(() =>
  import('./silo-form-dialog.tsx').then((module) => ({ default: module.SiloFormDialog })),
);

export function SiloFormHost() {
  const { form } = useSiloForm();
  if (form === null) return null;
  return (
    <OnDemand>
      <SiloFormDialog key={keyOf(form)} form={form} onClose={closeSiloForm} />
    </OnDemand>
  );
}

function keyOf(form: SiloForm): string {
  if (form.kind === 'bid') return `bid ${form.offer.siloCertSeq} ${form.bid?.siloBidSeq}`;
  return `${form.kind} ${form.cert?.siloReceiptNo}`;
}
