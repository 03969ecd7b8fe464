// @vitest-environment happy-dom
// The form for a new order: the input of both sides while the user changes between Buy, Sell and Double, and what may happen behind a
// question.

import { userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InsertRequest, useDialogs } from '../../actions/dialogs.ts';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { useConnection } from '../../stores/connection.ts';
import { unsentForm } from '../../stores/kept-work.ts';
import { usePreferences } from '../../stores/session.ts';
import { marketStore } from '../../stores/stores.ts';
import { marketRow } from '../../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { connectTradingUser } from '../testing/trading-user.ts';
import { AnyOrderForm } from './any-order-form.tsx';

const contract = 'DEC26 WMAZ';
const row = marketRow(contract, { bid: 4034.8, bidQty: 10, offer: 4035.2, offerQty: 5, last: 4035 });
const sellAt = (price: number) =>
  ({ kind: 'order', contract, side: 'S', price, qty: 10, type: 'Normal', anchor: null }) as const;

const label = () => document.querySelector('[data-send]')?.textContent;
const choose = (mode: string) => fireEvent.click(screen.getByRole('radio', { name: mode }));
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

let server: LocalServer;
beforeEach(async () => {
  setFormatLocale('en-GB');
  server = await startLocalServer();
  connectTradingUser();
  useToasts.setState(noToasts, true);
  marketStore.replaceAll([row]);
});
afterEach(async () => {
  cleanup();
  marketStore.replaceAll([]);
  setFormatLocale(undefined);
  await server.close();
});

function open(request: InsertRequest, size: 'medium' | 'large' = 'medium'): void {
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <AnyOrderForm ticket={{ number: 1, row, request }} size={size} onClose={() => undefined} />
    </ScreenPortContext>,
  );
}

describe('[ACT-1] the sides of a ticket', () => {
  it.each(['medium', 'large'] as const)('have the same order at size %s, on desktops and phones', (size) => {
    open(sellAt(4050), size);
    const sides = screen.getByRole('radiogroup', { name: 'Side' }).querySelectorAll('label');
    expect(Array.from(sides, ({ textContent }) => textContent)).toEqual(['Buy', 'Sell', 'Double']);
  });

  it('keep their quantity and price through a double', () => {
    open(sellAt(4050));
    choose('Double');
    expect(label()).toBe('Double DEC26 WMAZ: bid 10 at 4,034.80, offer 10 at 4,050.00');
    type(/^Bid quantity/, '7');
    choose('Sell');
    expect(label()).toBe('Sell 10 DEC26 WMAZ at 4,050.00');
    type(/^Quantity/, '3');
    choose('Buy');
    expect(label()).toBe('Buy 7 DEC26 WMAZ at 4,034.80');
    choose('Double');
    expect(label()).toBe('Double DEC26 WMAZ: bid 7 at 4,034.80, offer 3 at 4,050.00');
  });

  it('keep the offer if the bid of a double is dropped', () => {
    open({ kind: 'double', contract, anchor: null });
    type(/^Offer price/, '4040.00');
    type(/^Offer quantity/, '6');
    choose('Sell');
    expect(label()).toBe('Sell 6 DEC26 WMAZ at 4,040.00');
  });

  it('are no input that closing the form would lose, unless something is typed', () => {
    open(sellAt(4050));
    choose('Buy');
    expect(unsentForm('ticket')).toBeNull();
    type(/^Quantity/, '7');
    expect(unsentForm('ticket')?.name).toBe('Buy 7 DEC26 WMAZ at 4,050.00');
  });

  it('keep the typed price when an order of one side changes its side', () => {
    open(sellAt(4050));
    type(/^Price/, '4049.00');
    choose('Buy');
    expect(label()).toBe('Buy 10 DEC26 WMAZ at 4,049.00');
  });

  it('begin a double at the best prices if the order would deal, unless its price is typed', () => {
    open(sellAt(4034.8));
    choose('Double');
    expect(label()).toBe('Double DEC26 WMAZ: bid 10 at 4,034.80, offer 10 at 4,035.20');
    cleanup();
    open(sellAt(4050));
    type(/^Price/, '4034.60');
    choose('Double');
    choose('Sell');
    expect(label()).toBe('Sell 10 DEC26 WMAZ at 4,034.60');
  });

  it('change together by a button for the quantity', () => {
    open(sellAt(4050));
    choose('Double');
    choose('Sell');
    fireEvent.click(screen.getByRole('button', { name: '25' }));
    choose('Double');
    expect(label()).toBe('Double DEC26 WMAZ: bid 10 at 4,034.80, offer 25 at 4,050.00');
    fireEvent.click(screen.getByRole('button', { name: '50' }));
    expect(label()).toBe('Double DEC26 WMAZ: bid 50 at 4,034.80, offer 50 at 4,050.00');
  });
});

describe('[ACT-1] the question before a ticket is sent', () => {
  const question = () => useDialogs.getState().question;
  const toast = () => useToasts.getState().showing?.message;

  async function answerYesAfter(happening: () => void): Promise<void> {
    fireEvent.click(document.querySelector('[data-send]') as HTMLElement);
    await expect.poll(() => question()?.question.title).toBe('The price is far from the market');
    act(happening);
    act(() => question()?.answer('yes'));
  }

  // Each order has other lots, because a second question would follow the same order.
  it.each([
    [
      'the market accepts no orders',
      5,
      () => useConnection.setState({ venueReady: false }),
      'Order entry is closed: the market accepts no orders at the moment.',
    ],
    [
      'the permission is withdrawn',
      6,
      () => {
        const { document } = usePreferences.getState();
        const flags = { ...document.flags, insertOrderOrDouble: false };
        usePreferences.setState({ document: { ...document, flags } });
      },
      'No permission: your account may not enter orders.',
    ],
    ['the form is closed', 7, cleanup, 'Nothing was sent, because the form was closed'],
  ])('sends nothing if %s behind it, and shows the reason', async (_, qty, happening, reason) => {
    open({ ...sellAt(3800), qty });
    await answerYesAfter(happening);
    await expect.poll(toast).toContain(reason);
    expect(server.calls.filter((call) => call.includes(userCommands.insertOrder.path))).toEqual([]);
  });

  it('sends the order if nothing has closed', async () => {
    open(sellAt(3800));
    await answerYesAfter(() => undefined);
    await expect
      .poll(() => server.calls.filter((call) => call.includes(userCommands.insertOrder.path)))
      .toHaveLength(1);
  });
});
