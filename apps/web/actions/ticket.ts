// The ticket: the open order form, with its contract's row at the time of opening. It depends on no store that a lost connection
// clears, so it stays open, with all input, until the user closes it. stores/kept-work.ts protects unsent input.
import { isRecord, orderTypes } from '@openpit/wire';
import { lastReceivedRow } from '../market/prices.ts';
import { showToast } from '../notices/toasts.ts';
import { keepOnLeave, takeWork, type UnsentForm, unsentForm } from '../stores/kept-work.ts';
import { keyTable } from '../ui/keys.ts';
import { mayDiscard, type OrderFormRequest, type Ticket, useDialogs } from './dialogs.ts';

export const ticketKeys = keyTable('Order ticket', {
  next: { press: ['Enter'], label: 'Next field' },
  send: { press: ['$mod+Enter', 'Control+Enter', 'Meta+Enter'], label: 'Send, also in other forms' },
  close: { press: ['Escape'], label: 'Close the ticket' },
});

let count = 0;

/** Replaces the open ticket, and asks first if that would discard input. Does nothing for an unknown contract. */
export async function openTicket(request: OrderFormRequest): Promise<void> {
  if (lastReceivedRow(request.contract) === undefined) return;
  if (unsentForm('ticket') === null || (await mayDiscard('ticket'))) replaceTicket(request);
}

/** Like `openTicket`, but without asking: a notice can restore the input. */
export function replaceTicket(request: OrderFormRequest): void {
  const row = lastReceivedRow(request.contract);
  if (row === undefined) return;
  if (unsentForm('ticket') !== null) closeTicket();
  show({ request, row });
}

function show(ticket: Omit<Ticket, 'number'>): void {
  count += 1;
  useDialogs.setState({ ticket: { number: count, ...ticket } });
}

/** Closes the ticket; a notice can restore its input. */
export function closeTicket(): void {
  const { ticket } = useDialogs.getState();
  const kept = unsentForm('ticket');
  useDialogs.setState({ ticket: null });
  if (ticket !== null && kept !== null) offerBack(ticket, kept);
}

/**
 * Closes the ticket after a gesture that was not aimed at it, such as Back on a phone, and asks first if that would discard
 * input.
 */
export async function askToCloseTicket(): Promise<void> {
  if (await mayDiscard('ticket')) closeTicket();
}

function offerBack({ request, row }: Ticket, { name, fields }: UnsentForm): void {
  showToast({
    type: 'info',
    message: `“${name}” was closed before it was done.`,
    length: 10_000,
    subject: 'closed ticket',
    action: {
      label: 'Bring it back',
      run: () => void mayDiscard('ticket').then((may) => may && show({ request, row, draft: fields })),
    },
  });
}

/** Keeps the input when the window switches between desktop and phone, which replaces the form's component. */
export function keepDraft(number: number): void {
  const kept = unsentForm('ticket');
  const { ticket } = useDialogs.getState();
  if (kept !== null && ticket?.number === number)
    useDialogs.setState({ ticket: { ...ticket, draft: kept.fields } });
}

/** Preserves a ticket with input across a reload, and reopens it. The returned function stops this. */
export function keepTicket(): () => void {
  const kept = takeWork('ticket');
  const { ticket } = useDialogs.getState();
  if (ticket === null && kept !== null && isTicket(kept)) {
    show(kept);
    showToast({
      type: 'info',
      message: `The ticket in ${kept.request.contract} is as you left it. None of it is in the market.`,
    });
  }
  return keepOnLeave('ticket', () => {
    const { ticket } = useDialogs.getState();
    const kept = unsentForm('ticket');
    return ticket === null || kept === null
      ? null
      : { request: ticket.request, row: ticket.row, draft: kept.fields };
  });
}

/** Another version of the program may have written the stored text. */
function isTicket(kept: object): kept is Omit<Ticket, 'number'> {
  const { request, row, draft } = kept as Partial<Record<string, unknown>>;
  return (
    isRecord(request) &&
    isRecord(row) &&
    isRecord(draft) &&
    (draft.type === undefined || String(draft.type) in orderTypes) &&
    typeof request.kind === 'string' &&
    typeof request.contract === 'string' &&
    row.contract === request.contract
  );
}
