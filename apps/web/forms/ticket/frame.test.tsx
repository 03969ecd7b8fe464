// @vitest-environment happy-dom
// The decisions of the frame of a ticket, in a DOM: the effect of each key, the time to send, and the contents after the answer.

import type { CompletedOrderRow } from '@openpit/wire';
import { userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalServer, startLocalServer } from '../../server/testing/local-server.ts';
import { useTypedForms } from '../../stores/kept-work.ts';
import { activeOrder, dealRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { useSending, useSentForm } from '../sent-form.ts';
import { SideNumbers } from './fields.tsx';
import { FormFrame, hasMoved, orderNow, orderNowSentence, ticketForm } from './frame.tsx';

const onClose = vi.fn();
const nothing = () => undefined;

/** A ticket with the lots to be left of an order. */
function ReduceForm({ closedReason = null }: { readonly closedReason?: string | null }) {
  const form = useSentForm(() => ({ qtyText: '10' }), ticketForm);
  const { qtyText } = form.fields;
  const { status, errors } = useSending(form, {
    label: `Reduce order 41 to ${qtyText}`,
    closedReason,
    errors: /^\d+$/.test(qtyText) ? {} : { qty: 'How many lots?' },
    attempt: () => ({
      command: 'reduceActiveOrder',
      body: { activeOrderSeq: 41, qty: Number(qtyText) },
      words: `Reduce order 41 to ${qtyText}`,
      accepted: () => 'Reduced order 41.',
    }),
  });
  return (
    <FormFrame size="medium" tone="buy" status={status} onClose={onClose}>
      <SideNumbers
        qtyText={qtyText}
        qtyError={errors.qty}
        isLocked={form.isLocked}
        size="medium"
        onQty={(text) => form.edit({ qtyText: text })}
        onStepQty={nothing}
        onLeaveQty={() => form.leave('qty')}
      />
    </FormFrame>
  );
}

const { path } = userCommands.reduceActiveOrder;
const quantity = () => screen.getByRole('textbox', { name: /^Quantity/ }) as HTMLInputElement;
const type = (value: string) => fireEvent.change(quantity(), { target: { value } });
const send = () => document.querySelector('[data-send]') as HTMLButtonElement;
const press = (key: string, ctrlKey = false) => fireEvent.keyDown(quantity(), { key, code: key, ctrlKey });
const outcome = () => screen.getByRole('status').textContent;

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  onClose.mockClear();
});
afterEach(async () => {
  cleanup();
  await server.close();
});

describe('[ACT-1] the frame of a ticket', () => {
  it('begins in the first number, moves on with Enter, and closes with Escape', () => {
    render(<ReduceForm />);
    expect(document.activeElement).toBe(quantity());
    press('Enter');
    expect(document.activeElement).toBe(send());
    press('Escape');
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.calls).toEqual([]);
  });

  it('does not send a fault: it states the reason, and returns the focus to the field', async () => {
    render(<ReduceForm />);
    type('');
    expect(send().dataset.tip).toBe('How many lots?');
    expect(quantity().getAttribute('aria-invalid')).toBeNull();
    send().focus();
    await act(async () => press('Enter', true));
    expect(send().textContent).not.toContain('Sending');
    expect(document.activeElement).toBe(quantity());
    expect(quantity().getAttribute('aria-invalid')).toBe('true');
    expect(server.calls).toEqual([]);
  });

  it('does not send while sending is not allowed, states why, and keeps its input', async () => {
    render(<ReduceForm closedReason="Prices are old." />);
    type('4');
    await act(async () => press('Enter', true));
    expect(send().dataset.tip).toBe('Prices are old.');
    expect(useTypedForms.getState().ticket).toEqual({
      name: 'Reduce order 41 to 4',
      fields: { qtyText: '4' },
    });
    expect(server.calls).toEqual([]);
  });

  it('shows a rejection together with the typed input, and an acceptance until it is closed', async () => {
    const rejection = { status: 422, message: 'The order is filled.', code: 'orderNotActive' };
    server.answer(path, () => ({ status: 422, json: rejection }));
    render(<ReduceForm />);
    type('4');
    press('Enter', true);
    await expect.poll(outcome).toBe('Rejected: The order is filled.');
    expect(quantity().value).toBe('4');
    const reply = {
      seq: 7,
      activeOrderSeq: 41,
      state: 'Active',
      remaining: 4,
      dealt: 0,
      ref: '',
      repeated: false,
    };
    server.answer(path, () => ({ json: reply }));
    press('Enter', true);
    await expect.poll(outcome).toBe('Reduced order 41.');
    await expect.poll(() => document.activeElement?.textContent).toBe('Close');
    expect(onClose).not.toHaveBeenCalled();
    expect(useTypedForms.getState().ticket).toBeUndefined();
  });
});

const active = activeOrder({ activeOrderSeq: 41, price: 4035.2 });
function completed(change: Partial<CompletedOrderRow>): CompletedOrderRow {
  const { remaining: _left, state: _state, ...order } = active;
  return {
    ...order,
    completedOrderSeq: 9,
    enteredAt: 0,
    dealt: 10,
    averagePrice: 4035.15,
    state: 'Filled',
    reason: 'All dealt',
    ...change,
  };
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the strip of a sent order', () => {
  const sentence = (...of: Parameters<typeof orderNow>) => orderNowSentence(orderNow(...of));

  it('[ACT-1] states that the order rests, how much has dealt and the average price, and that it is filled', () => {
    expect(sentence(active, [])).toBe('Order 41 rests in the market: Buy 10 DEC26 WMAZ at 4,035.20.');
    expect(sentence({ ...active, remaining: 6, averagePrice: 4035.1 }, [])).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.10 on average, 6 lots rest at 4,035.20.',
    );
    expect(sentence(completed({}), [])).toBe(
      'Order 41: Bought 10 DEC26 WMAZ at 4,035.15 on average, all dealt.',
    );
  });

  it('states that the order is suspended, waits for the call auction, or was cancelled, and why', () => {
    expect(sentence({ ...active, state: 'Suspended' }, [])).toBe('Order 41 is suspended with 10 lots.');
    expect(sentence({ ...active, state: 'Suspended', remaining: 6, averagePrice: 4035 }, [])).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.00 on average; the rest is suspended with 6 lots.',
    );
    expect(sentence({ ...active, state: 'Pre-market' }, [])).toBe(
      'Order 41 is waiting for the call auction with 10 lots.',
    );
    const deleted = { state: 'Cancelled', reason: 'Cancelled by a dealer' } as const;
    expect(sentence(completed({ ...deleted, dealt: 0, averagePrice: null }), [])).toBe(
      'Order 41 is cancelled. Cancelled by a dealer.',
    );
    expect(sentence(completed({ ...deleted, dealt: 4 }), [])).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.15 on average; the rest is cancelled. Cancelled by a dealer.',
    );
  });

  it('[PANEL-4] names the legs that a split has printed so far', () => {
    const split = { contract: 'MAR27-MAY27 WMAZ', price: -74, averagePrice: -74, remaining: 4 };
    const legs = [
      dealRow({ contract: 'MAY27 WMAZ', side: 'B', qty: 4, price: 3980.6 }),
      dealRow({ contract: 'MAY27 WMAZ', side: 'B', qty: 2, price: 3980 }),
      dealRow({ contract: 'MAR27 WMAZ', side: 'S', qty: 6, price: 4054.6 }),
      dealRow({ contract: 'MAR27 WMAZ', side: 'S', qty: 6, price: 1, state: 'Cancelled' }),
    ];
    expect(sentence({ ...active, ...split }, legs)).toBe(
      'Order 41: Bought 6 MAR27-MAY27 WMAZ at −74.00 on average, 4 lots rest at −74.00. Bought 6 MAY27 WMAZ at 3,980.40, sold 6 MAR27 WMAZ at 4,054.60.',
    );
  });

  it('shows the reply until the rows say more, and not a row from before the reply', () => {
    const sent = { activeOrderSeq: 41, state: 'Active', remaining: 6 } as const;
    expect(hasMoved(sent, { state: 'Active', remaining: 6 })).toBe(false);
    expect(hasMoved(sent, { state: 'Active', remaining: 10 })).toBe(false);
    expect(hasMoved(sent, { state: 'Active', remaining: 5 })).toBe(true);
    expect(hasMoved(sent, { state: 'Suspended', remaining: 6 })).toBe(true);
    expect(hasMoved(sent, { state: 'Filled', remaining: 0 })).toBe(true);
    expect(hasMoved({ ...sent, state: 'Filled', remaining: 0 }, { state: 'Active', remaining: 6 })).toBe(
      false,
    );
  });
});
