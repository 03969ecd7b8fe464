// The order form as a sheet from below, with steppers large enough for a thumb.
import type { OrderFormRequest } from '../../actions/desk.ts';
import { ContractLine } from '../../panels/market/contract-heading.tsx';
import { marketStore } from '../../stores/stores.ts';
import { AnyOrderForm, formName } from '../order-form/any-order-form.tsx';
import { Sheet } from './sheet.tsx';

export function OrderSheet(props: { readonly request: OrderFormRequest; readonly onClose: () => void }) {
  const { request, onClose } = props;
  const row = marketStore.get(request.contract);
  if (row === undefined) return null;
  return (
    <Sheet
      title={
        <>
          <span className="visually-hidden">{formName(request)} </span>
          <ContractLine contract={row.contract} />
        </>
      }
      closeLabel="Close the order form"
      onClose={onClose}
    >
      <AnyOrderForm request={request} row={row} size="large" onClose={onClose} />
    </Sheet>
  );
}
