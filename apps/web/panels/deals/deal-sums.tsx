// The sums of deals in the footer of the panel.
import type { DealRow } from '@openpit/wire';
import { formatLots, formatPrice } from '../../ui/format.ts';
import { sumsOf } from './deals-columns.ts';

export function DealSums(props: { readonly deals: readonly DealRow[]; readonly isPhone: boolean }) {
  const { deals, isPhone } = props;
  if (deals.length === 0) return null;
  const { bought, sold, value, replaced, cancelled } = sumsOf(deals);
  return (
    <>
      <span>
        bought {formatLots(bought)}, sold {formatLots(sold)} lots
      </span>
      {!isPhone && <span>value R {formatPrice(value, 2)}</span>}
      {replaced > 0 && <span>{replaced} replaced</span>}
      {cancelled > 0 && <span>{cancelled} cancelled</span>}
    </>
  );
}
