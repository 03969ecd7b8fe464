// Shows the open ticket: a floating form on a desktop, a sheet on a phone. It is no part of the panels, so nothing that happens to
// them or to the connection closes it.
import { closeTicket, useTicket } from '../forms/ticket/ticket.ts';
import type { DeviceKind } from '../stores/device-kind.ts';
import { OnDemand } from '../ui/on-demand.tsx';
import { LazyFloatingOrderForm, LazyOrderSheet } from './lazy-overlays.ts';

export function OrderFormHost({ device }: { readonly device: DeviceKind }) {
  const { ticket } = useTicket();
  if (ticket === null) return null;
  const Form = device === 'mobile' ? LazyOrderSheet : LazyFloatingOrderForm;
  return (
    <OnDemand key={ticket.number}>
      <Form ticket={ticket} onClose={closeTicket} />
    </OnDemand>
  );
}
