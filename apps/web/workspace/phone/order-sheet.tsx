// The order form as a sheet on a phone.
import type { Ticket } from '../../actions/dialogs.ts';
import { AnyOrderForm, formName } from '../../forms/ticket/any-order-form.tsx';
import { askToCloseTicket } from '../../forms/ticket/ticket.ts';
import { ContractLine } from '../../market/contract-heading.tsx';
import { Sheet } from './sheet.tsx';

export function OrderSheet({ ticket, onClose }: { readonly ticket: Ticket; readonly onClose: () => void }) {
  const { request } = ticket;
  return (
    <Sheet
      title={
        <>
          <span className="visually-hidden">{formName(request)} </span>
          <ContractLine contract={request.contract} />
        </>
      }
      closeLabel="Close the order form"
      onClose={onClose}
      onLeave={() => void askToCloseTicket()}
    >
      <AnyOrderForm ticket={ticket} size="large" onClose={onClose} />
    </Sheet>
  );
}
