// Selects the form for a ticket: a new order, a change to an existing order, or the exercise of an option.
import { useLayoutEffect } from 'react';
import type { OrderFormRequest, Ticket } from '../../actions/dialogs.ts';
import { abandonOption, exerciseOption } from '../../actions/option-actions.ts';
import { changeLabels } from '../../actions/order-actions.ts';
import { keepDraft } from '../../actions/ticket.ts';
import { ContractLine } from '../../market/contract-heading.tsx';
import { usePrice } from '../../market/prices.ts';
import { ChangeForm } from './change-form.tsx';
import { ExpiryForm } from './expiry-form.tsx';
import { OrderForm } from './order-form.tsx';
import styles from './ticket.module.css';

interface AnyOrderFormProps {
  readonly ticket: Ticket;
  readonly size: 'medium' | 'large';
  readonly onClose: () => void;
}

export function AnyOrderForm({ ticket, size, onClose }: AnyOrderFormProps) {
  const { request } = ticket;
  const row = usePrice(request.contract) ?? ticket.row;
  // The form for the other kind of device (desktop or phone) adopts the input.
  const { number } = ticket;
  useLayoutEffect(() => () => keepDraft(number), [number]);
  const form = { row, size, draft: ticket.draft, onClose };
  if (request.kind === 'order' || request.kind === 'double') return <OrderForm request={request} {...form} />;
  if ('position' in request) return <ExpiryForm request={request} {...form} />;
  return <ChangeForm request={request} {...form} />;
}

/** The heading of the form: the contract, and what the form does to an order or a position. The button of a new order says what it does. */
export function FormTitle({ request }: { readonly request: OrderFormRequest }) {
  const isNew = request.kind === 'order' || request.kind === 'double';
  return (
    <>
      <span className={isNew ? 'visually-hidden' : styles.kind}>{formName(request)} </span>
      <ContractLine contract={request.contract} />
    </>
  );
}

/** The name of the form, such as "Order", "Amend order 1201" or "Exercise". */
function formName(request: OrderFormRequest): string {
  if (request.kind === 'order' || request.kind === 'double') return 'Order';
  if ('position' in request) return (request.kind === 'exercise' ? exerciseOption : abandonOption).label;
  return `${changeLabels[request.kind]} order ${request.order.activeOrderSeq}`;
}
