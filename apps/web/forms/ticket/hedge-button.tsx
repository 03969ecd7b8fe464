// After an option has dealt: opens the ticket for the future that hedges what dealt. It sends nothing.
import { hedgeLots } from '@openpit/pricing';
import type { MarketRow, Side } from '@openpit/wire';
import { useActionContext } from '../../actions/action.ts';
import { sideVerb } from '../../actions/order-actions.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import type { SentOrder } from '../../actions/send.ts';
import { usePrice } from '../../panels/sources/prices.ts';
import { Button } from '../../ui/button.tsx';
import { deltaAt, type PricedOption, volatilityAt } from './option-terms.ts';
import { useOrderNow } from './use-order-now.ts';

export interface HedgeButtonProps {
  readonly row: Pick<MarketRow, 'underlying' | 'contractDisplay'>;
  readonly option: PricedOption | null;
  readonly sent: SentOrder;
  readonly side: Side;
  readonly principal: string;
  readonly size: 'medium' | 'large';
}

export function HedgeButton({ row, option, sent, side, principal, size }: HedgeButtonProps) {
  const context = useActionContext();
  const { dealt, averagePrice = null } = useOrderNow(sent.activeOrderSeq) ?? sent;
  const { underlying } = row;
  const market = usePrice(underlying ?? null);
  if (option === null || underlying === undefined) return null;
  const hedge = hedgeOf(option, { side, lots: dealt, premium: averagePrice });
  if (hedge === null) return null;
  const open = () => {
    const price = (hedge.side === 'B' ? market?.offer : market?.bid) ?? market?.last ?? market?.mtm ?? null;
    const order = {
      contract: underlying,
      side: hedge.side,
      qty: hedge.lots,
      price,
      type: 0,
      principal,
    } as const;
    openOrderForm.perform({ kind: 'order', ...order, anchor: null }, context);
  };
  return (
    <Button size={size} variant={hedge.side === 'B' ? 'buy' : 'sell'} onClick={open}>
      Hedge: {sideVerb(hedge.side).toLowerCase()} {hedge.lots} {underlying}…
    </Button>
  );
}

/** The order in the future that hedges these lots at the premium at which they dealt; null for less than half a lot. */
export function hedgeOf(
  option: PricedOption,
  { side, lots, premium }: { readonly side: Side; readonly lots: number; readonly premium: number | null },
): { readonly side: Side; readonly lots: number } | null {
  const volatility = premium === null ? null : volatilityAt(option, premium);
  if (volatility === null) return null;
  const hedged = hedgeLots(lots, deltaAt(option, volatility));
  if (hedged === 0) return null;
  // A bought call and a sold put gain when the future rises.
  return { side: (option.type === 'call') === (side === 'B') ? 'S' : 'B', lots: hedged };
}
