// @vitest-environment happy-dom
// The form that changes an order, while the order deals or another dealer changes it.
import { type ActiveOrderRow, userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
import { activeOrder, marketRow } from '../../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { connectTradingUser, storesFlushed } from '../testing/trading-user.ts';
import { AnyOrderForm, FormTitle } from './any-order-form.tsx';

const row = marketRow('DEC26 WMAZ', { bid: 4034.8, bidQty: 10, offer: 4035.2, offerQty: 5, last: 4035 });
const order = activeOrder({ activeOrderSeq: 41 });
const { path } = userCommands.amendActiveOrder;

const sendButton = () => document.querySelector('[data-send]') as HTMLButtonElement;
const field = (name: RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement;
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const label = () => sendButton().textContent;

let server: LocalServer;
beforeEach(async () => {
  setFormatLocale('en-GB');
  server = await startLocalServer();
  connectTradingUser();
  marketStore.replaceAll([row]);
  dataSetStores.activeOrders.replaceAll([order]);
  dataSetStores.activeOrders.setStatus('success');
  await storesFlushed();
});
afterEach(async () => {
  cleanup();
  dataSetStores.activeOrders.replaceAll([]);
  marketStore.replaceAll([]);
  setFormatLocale(undefined);
  await server.close();
});

function open(draft?: object): void {
  const request = { kind: 'amend', contract: row.contract, order, anchor: null } as const;
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <AnyOrderForm
        ticket={{ number: 1, row, request, ...(draft && { draft }) }}
        size="medium"
        onClose={() => undefined}
      />
    </ScreenPortContext>,
  );
}

const changeOrder = (change: Partial<ActiveOrderRow>): Promise<void> =>
  act(async () => {
    dataSetStores.activeOrders.merge([{ activeOrderSeq: 41, ...change }]);
    await storesFlushed();
  });
const shown = () => document.body.textContent;

/** Sends the form and returns the body of the command. */
async function sentBody(): Promise<unknown> {
  let sent: unknown = null;
  server.answer(path, (body) => {
    sent = body;
    return { status: 422, json: { status: 422, message: 'Not now.', code: 'orderNotActive' } };
  });
  fireEvent.click(sendButton());
  await expect.poll(shown).toContain('Not now.');
  return sent;
}

describe('[ACT-8] an amendment of an order that deals meanwhile', () => {
  it('does not send the quantity if only the price is edited', async () => {
    open();
    await changeOrder({ remaining: 6 });
    expect(shown()).toContain('Buy 6 DEC26 WMAZ at 4,034.80');
    expect(field(/^Quantity/).value).toBe('6');
    expect(sendButton().dataset.tip).toBe('Nothing is changed yet.');
    type(/^Price/, '4035.00');
    expect(shown()).toContain('The order moves to the end of the queue');
    expect(label()).toBe('Amend order 41: Buy 6 DEC26 WMAZ at 4,035.00');
    expect(await sentBody()).toEqual({ requestId: expect.any(String), activeOrderSeq: 41, price: 4035 });
  });

  it('counts the lots that deal after the quantity is typed towards that quantity', async () => {
    open();
    type(/^Quantity/, '8');
    expect(label()).toBe('Amend order 41: Buy 8 DEC26 WMAZ at 4,034.80');
    await changeOrder({ remaining: 6 });
    expect(shown()).toContain('4 lots dealt after you typed 8, so 4 would be left.');
    expect(field(/^Quantity/).value).toBe('8');
    expect(shown()).toContain('The remaining lots keep their place in the queue.');
    expect(label()).toBe('Amend order 41: Buy 4 DEC26 WMAZ at 4,034.80');
    expect(await sentBody()).toEqual({ requestId: expect.any(String), activeOrderSeq: 41, totalQty: 8 });
  });

  it('restores a typed quantity with the lots that had dealt when it was typed', async () => {
    await changeOrder({ remaining: 4 });
    open({ qtyText: '8', dealt: 2 });
    expect(shown()).toContain('4 lots dealt after you typed 8, so 4 would be left.');
    expect(sendButton().dataset.tip).toBe('Nothing is changed yet.');
    cleanup();
    open({ qtyText: '9', dealt: 2 });
    expect(label()).toBe('Amend order 41: Buy 5 DEC26 WMAZ at 4,034.80');
    expect(await sentBody()).toMatchObject({ totalQty: 11 });
  });

  it('rejects a quantity that has dealt since it was typed', async () => {
    open();
    type(/^Quantity/, '3');
    await changeOrder({ remaining: 6 });
    expect(sendButton().dataset.tip).toBe(
      '4 lots dealt after you typed 3. Type the lots that you still want.',
    );
    type(/^Quantity/, '5');
    expect(label()).toBe('Amend order 41: Buy 5 DEC26 WMAZ at 4,034.80');
  });

  it('keeps the terms that another dealer has changed', async () => {
    open();
    type(/^Price/, '4035.00');
    await changeOrder({ holdOverUntil: '2026-11-25', price: 4034.6 });
    expect(field(/^Price/).value).toBe('4035.00');
    expect(await sentBody()).toEqual({ requestId: expect.any(String), activeOrderSeq: 41, price: 4035 });
  });
});

it('[ACT-8] an amendment is asked about again if the order has changed behind the question', async () => {
  let sent: unknown = null;
  server.answer(path, (body) => {
    sent = body;
    return { status: 422, json: { status: 422, message: 'Not now.', code: 'orderNotActive' } };
  });
  const sentence = () => useDialogs.getState().question?.question.sentence;
  const answer = (choice: 'yes' | 'no') => act(async () => useDialogs.getState().question?.answer(choice));
  open();
  type(/^Price/, '4300.00');
  fireEvent.click(sendButton());
  await expect.poll(sentence).toContain('Buy 10 DEC26 WMAZ at 4,300.00');
  await changeOrder({ qty: 100, remaining: 100 });
  await answer('yes');
  await expect.poll(sentence).toContain('Buy 100 DEC26 WMAZ at 4,300.00');
  expect(sent).toBeNull();
  await answer('yes');
  await expect.poll(shown).toContain('Not now.');
  expect(sent).toMatchObject({ activeOrderSeq: 41, price: 4300 });
});

it('an amendment names its action in the heading, and a new order only its contract', () => {
  const { container, rerender } = render(
    <FormTitle request={{ kind: 'amend', contract: order.contract, order, anchor: null }} />,
  );
  const name = () => container.querySelector('span');
  expect(name()?.textContent).toBe('Amend order 41 ');
  expect(name()?.className).not.toContain('visually-hidden');
  rerender(<FormTitle request={{ kind: 'double', contract: order.contract, anchor: null }} />);
  expect(name()?.className).toContain('visually-hidden');
});
