// The order form as a sheet on a phone.
import type { Ticket } from '../../actions/dialogs.ts';
import { askToCloseTicket } from '../../actions/ticket.ts';
import { AnyOrderForm, FormTitle } from '../../forms/ticket/any-order-form.tsx';
import { Sheet } from './sheet.tsx';

export function OrderSheet({ ticket, onClose }: { readonly ticket: Ticket; readonly onClose: () => void }) {
  return (
    <Sheet
      title={<FormTitle request={ticket.request} />}
      closeLabel="Close the order form"
      onClose={onClose}
      onLeave={() => void askToCloseTicket()}
    >
      <AnyOrderForm ticket={ticket} size="large" onClose={onClose} />
    </Sheet>
  );
}
