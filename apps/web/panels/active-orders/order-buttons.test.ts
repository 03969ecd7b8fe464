import { afterEach, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { contextWith } from '../../actions/testing/action-context.ts';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { activeOrder } from '../../testing/rows.ts';
import { setMarketInPage } from '../../transport/market-in-page.ts';
import { orderRowActions } from './order-buttons.tsx';

afterEach(() => {
  setMarketInPage(null);
  useDialogs.setState({ question: null });
  useToasts.setState(noToasts);
});

it('[ACT-4] asks once before an order is cancelled by its key', async () => {
  const calls: string[] = [];
  setMarketInPage({
    call: async (path) => {
      calls.push(path);
      return Response.json({ status: 422, code: 'orderGone', message: 'It is gone.' }, { status: 422 });
    },
    connect: () => {
      throw new Error('A cancellation needs no connection.');
    },
    frame: (screens) => screens,
  });
  const anchor = { left: 0, top: 0, right: 9, bottom: 9 };
  const gesture = { row: activeOrder({}), columnId: 'qty', anchor, ctrlKey: false };
  expect(orderRowActions.onKey('Delete', gesture, contextWith(['deleteActiveOrder']))).toBe(true);
  await expect.poll(() => useDialogs.getState().question?.question.title).toBe('Cancel the order?');
  expect(calls).toEqual([]);
  useDialogs.getState().question?.answer('yes');
  await expect.poll(() => calls.length).toBe(1);
  expect(useDialogs.getState().question).toBeNull();
});
