// The form that a request asks for: a new order, or a change of one that is there.
import type { MarketRow } from '@openpit/wire';
import { changeLabels } from '../../actions/change-order.ts';
import type { OrderFormRequest } from '../../actions/desk.ts';
import { ChangeForm } from './change-form.tsx';
import { OrderForm } from './order-form.tsx';

export interface AnyOrderFormProps {
  readonly request: OrderFormRequest;
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly onClose: () => void;
}

export function AnyOrderForm({ request, ...rest }: AnyOrderFormProps) {
  if (request.kind === 'order' || request.kind === 'double') return <OrderForm request={request} {...rest} />;
  return <ChangeForm request={request} {...rest} />;
}

/** What the form is called: "Order", "Amend order 1201". */
export function formName(request: OrderFormRequest): string {
  if (request.kind === 'order' || request.kind === 'double') return 'Order';
  return `${changeLabels[request.kind]} order ${request.order.activeOrderSeq}`;
}
