// @vitest-environment happy-dom
// The decisions of every form, in a DOM: the time to send, the request id, the display of the outcome, and the focus.
import { userCommands } from '@openpit/wire';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { useOwnActions } from '../stores/own-actions.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { CommandDialog, FormFields, useCommandForm, useDialogFields } from './command-form.tsx';

interface Fields {
  readonly member: string;
  readonly ref: string;
}

const onClose = vi.fn();

function AssignForm({ closedReason = null }: { readonly closedReason?: string | null }) {
  const input = useDialogFields<Fields>(() => ({ member: '', ref: '' }));
  const form = useCommandForm(input, {
    label: 'Assign deal 41',
    closedReason,
    parse({ member, ref }) {
      if (ref.length > 3) return { kind: 'errors', errors: { ref: 'At most 3 characters.' } };
      if (member === '') return { kind: 'missing', reason: 'Choose a member.' };
      return {
        kind: 'ready',
        command: 'assignDealToMember',
        body: { dealSeq: 41, member },
        description: `Assign deal 41 to ${member}`,
        accepted: () => `Offered deal 41 to ${member}.`,
      };
    },
  });
  return (
    <CommandDialog title="Assign" note="The deal is offered." status={form.status} onClose={onClose}>
      <FormFields<Fields>
        form={form}
        fields={[
          { kind: 'text', name: 'member', label: 'Member', isUpperCase: true, isFirst: true },
          { kind: 'text', name: 'ref', label: 'Reference' },
        ]}
      />
    </CommandDialog>
  );
}

const { path, outcomePath } = userCommands.assignDealToMember;
const reply = { seq: 9, unmatchedSeq: 12, state: 'Waiting', version: 1, deals: [], repeated: false };
const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => screen.getByRole('button', { name: /Assign|Sending|Asking/ });
const press = () => fireEvent.submit(send());
const outcome = () => screen.getByRole('status').textContent;
const sentIds = () =>
  server.calls.flatMap((call) => (call.startsWith('POST') ? [/"requestId":"(.*?)"/.exec(call)?.[1]] : []));
/** The pauses between the queries end as soon as they begin. */
const afterPauses = (seen: () => unknown) =>
  expect.poll(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    return seen();
  });

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer();
  useToasts.setState(noToasts);
  useOwnActions.setState({ sent: [] });
  onClose.mockClear();
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await server.close();
});

describe('a form', () => {
  it('does not send while input is missing, and names the missing input', () => {
    render(<AssignForm />);
    expect(send().getAttribute('aria-disabled')).toBe('true');
    expect(send().dataset.tip).toBe('Choose a member.');
    press();
    type('Member', 'veld');
    expect(send().getAttribute('aria-disabled')).toBeNull();
    expect(send().textContent).toBe('Assign deal 41 to VELD');
    expect(server.calls).toEqual([]);
  });

  it('sends by Ctrl+Enter, as the ticket does, and only once while the key is held', async () => {
    server.answer(path, () => ({ json: reply }));
    render(<AssignForm />);
    type('Member', 'veld');
    const held = { key: 'Enter', code: 'Enter', ctrlKey: true, repeat: true };
    fireEvent.keyDown(field('Reference'), held);
    fireEvent.keyDown(field('Reference'), { ...held, repeat: false });
    fireEvent.keyDown(field('Reference'), held);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(sentIds()).toHaveLength(1);
  });

  it('does not send while sending is not allowed, and states why', () => {
    render(<AssignForm closedReason="Deal 41 was cancelled." />);
    type('Member', 'VELD');
    expect(send().dataset.tip).toBe('Deal 41 was cancelled.');
    press();
    expect(server.calls).toEqual([]);
  });

  it('moves the focus to the field at fault, which shows its error, at every attempt to send', () => {
    render(<AssignForm />);
    type('Member', 'VELD');
    type('Reference', 'too long');
    expect(document.activeElement).toBe(field('Member'));
    expect(field('Reference').getAttribute('aria-invalid')).toBeNull();
    for (const attempt of ['the first', 'the second']) {
      field('Member').focus();
      press();
      expect(document.activeElement, attempt).toBe(field('Reference'));
    }
    expect(field('Reference').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('At most 3 characters.')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  it('closes when the market has accepted, and a toast reports the result', async () => {
    server.answer(path, () => ({ json: reply }));
    render(<AssignForm />);
    type('Member', 'VELD');
    press();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(useToasts.getState().showing?.message).toBe('Offered deal 41 to VELD.');
  });

  it('keeps its input after a rejection, and uses a new request id for the next attempt', async () => {
    server.answer(path, () => ({
      status: 422,
      json: { status: 422, message: 'VELD is suspended.', code: 'x' },
    }));
    render(<AssignForm />);
    type('Member', 'VELD');
    press();
    await expect.poll(outcome).toBe('Rejected: VELD is suspended.');
    expect(field('Member').value).toBe('VELD');
    type('Member', 'KAND');
    expect(outcome()).toBe('');
    press();
    await expect.poll(sentIds).toHaveLength(2);
    expect(new Set(sentIds()).size).toBe(2);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('queries the outcome after a lost reply, and sends again under the same id only a command that never arrived', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.answer(path, () => ({ status: 500, json: 'down' }));
    let answer = { status: 503, json: { status: 503, message: 'Starting.', code: 'venueBusy' } as unknown };
    server.answer(outcomePath, () => answer);
    render(<AssignForm />);
    type('Member', 'VELD');
    press();
    await afterPauses(outcome).toMatch(
      /^No reply came, so it is not known whether this was done\. Asking the market \(/,
    );
    expect(send().getAttribute('aria-disabled')).toBe('true');
    type('Member', 'KAND');
    answer = { status: 404, json: { status: 404, message: 'Unknown.', code: 'notFound' } };
    await afterPauses(outcome).toBe('The market has no record of this. Sending it again cannot do it twice.');
    // The command may still arrive: its contents cannot change.
    expect(field('Member').readOnly).toBe(true);
    expect(send().textContent).toBe('Send again: Assign deal 41 to VELD');
    server.answer(path, () => ({ json: reply }));
    press();
    await afterPauses(() => onClose.mock.calls.length).toBe(1);
    const [first, second] = server.calls.filter((call) => call.startsWith('POST'));
    expect(second).toBe(first);
    expect(sentIds()).toHaveLength(2);
  });
});
