// @vitest-environment happy-dom
// The decisions of the frame of a ticket, in a DOM: the effect of each key, the time to send, and the contents after the answer.

import { userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsentForms } from '../../stores/kept-work.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { useSendForm, useSending } from '../send-form.ts';
import { SideNumbers } from './fields.tsx';
import { FormFrame, ticketForm } from './frame.tsx';

const onClose = vi.fn();
const nothing = () => undefined;

/** A ticket with the lots to be left of an order. */
function ReduceForm({ closedReason = null }: { readonly closedReason?: string | null }) {
  const form = useSendForm(() => ({ qtyText: '10' }), ticketForm);
  const { qtyText } = form.fields;
  const { status, errors } = useSending(form, {
    label: `Reduce order 41 to ${qtyText}`,
    closedReason,
    errors: /^\d+$/.test(qtyText) ? {} : { qty: 'How many lots?' },
    attempt: () => ({
      command: 'reduceActiveOrder',
      body: { activeOrderSeq: 41, qty: Number(qtyText) },
      description: `Reduce order 41 to ${qtyText}`,
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
    expect(useUnsentForms.getState().ticket).toEqual({
      name: 'Reduce order 41 to 4',
      fields: { qtyText: '4' },
    });
    expect(server.calls).toEqual([]);
  });

  it('states why nothing can be sent directly below the button, before the option to close', () => {
    render(<ReduceForm closedReason="Prices are old." />);
    expect(send().nextElementSibling?.textContent).toContain('Prices are old.');
  });

  it('shows a rejection together with the input, and an acceptance until it is closed', async () => {
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
    expect(useUnsentForms.getState().ticket).toBeUndefined();
  });
});
