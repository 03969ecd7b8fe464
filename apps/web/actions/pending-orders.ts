// Orders with a command under way, by activeOrderSeq. Their buttons wait for the answer, so that nothing is sent twice.
import { create } from 'zustand';

export const usePendingOrders = create<{ readonly pending: ReadonlySet<number> }>()(() => ({
  pending: new Set(),
}));

export const waitingReason = 'Waiting for the market’s answer to the last command on this order.';

export function setOrderPending(activeOrderSeq: number, isPending: boolean): void {
  usePendingOrders.setState(({ pending }) => {
    const next = new Set(pending);
    if (isPending) next.add(activeOrderSeq);
    else next.delete(activeOrderSeq);
    return { pending: next };
  });
}
