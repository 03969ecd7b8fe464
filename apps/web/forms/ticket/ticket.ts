// The ticket: the open order form, with its contract's row at the time of opening. It depends on no store that a lost connection clears, so
// it stays open, with all input, until its user closes it. Unsent input follows the rule of stores/kept-work.ts.
import { orderTypes } from '@openpit/wire';
import { mayDiscard, type OrderFormRequest, type Ticket, useDialogs } from '../../actions/dialogs.ts';
import { lastReceivedRow } from '../../market/prices.ts';
import { showToast } from '../../notices/toasts.ts';
import { keepOnLeave, type TypedForm, takeWork, typedForm } from '../../stores/kept-work.ts';
import { keyTable } from '../../ui/keys.ts';

export const ticketKeys = keyTable('Order ticket', {
  next: { press: ['Enter'], label: 'Next field' },
  send: { press: ['$mod+Enter', 'Control+Enter', 'Meta+Enter'], label: 'Send, also in other forms' },
  close: { press: ['Escape'], label: 'Close the ticket' },
});

let count = 0;

/**
 * Replaces the open ticket, after a question when something is typed in that one. Does nothing for a
 * contract that is not in the market.
 */
export async function openTicket(request: OrderFormRequest): Promise<void> {
  if (lastReceivedRow(request.contract) === undefined) return;
  if (typedForm('ticket') === null || (await mayDiscard('ticket'))) replaceTicket(request);
}

/** Opens a ticket like `openTicket`, but without the question: a notice restores the typed input. */
export function replaceTicket(request: OrderFormRequest): void {
  const row = lastReceivedRow(request.contract);
  if (row === undefined) return;
  if (typedForm('ticket') !== null) closeTicket();
  show({ request, row });
}

function show(ticket: Omit<Ticket, 'number'>): void {
  count += 1;
  useDialogs.setState({ ticket: { number: count, ...ticket } });
}

/** Closes the ticket; a notice restores its typed input. */
export function closeTicket(): void {
  const { ticket } = useDialogs.getState();
  const typed = typedForm('ticket');
  useDialogs.setState({ ticket: null });
  if (ticket !== null && typed !== null) offerBack(ticket, typed);
}

/** Closes the ticket by a gesture that is not aimed at it, such as Back on a phone: asks first if something is typed. */
export async function askToCloseTicket(): Promise<void> {
  if (await mayDiscard('ticket')) closeTicket();
}

function offerBack({ request, row }: Ticket, { name, fields }: TypedForm): void {
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

/** Keeps the typed input when the component of the form is replaced because the window has become a phone's or a desktop's. */
export function keepDraft(number: number): void {
  const typed = typedForm('ticket');
  const { ticket } = useDialogs.getState();
  if (typed !== null && ticket?.number === number)
    useDialogs.setState({ ticket: { ...ticket, draft: typed.fields } });
}

/** Keeps a typed ticket while the page is loaded again, and opens the kept ticket; the returned function ends that. */
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
    const typed = typedForm('ticket');
    return ticket === null || typed === null
      ? null
      : { request: ticket.request, row: ticket.row, draft: typed.fields };
  });
}

/** Another version of the program may have written the kept text. */
function isTicket(kept: object): kept is Omit<Ticket, 'number'> {
  const { request, row, draft } = kept as Partial<Record<string, unknown>>;
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  return (
    isObject(request) &&
    isObject(row) &&
    isObject(draft) &&
    (draft.type === undefined || String(draft.type) in orderTypes) &&
    typeof request.kind === 'string' &&
    typeof request.contract === 'string' &&
    row.contract === request.contract
  );
}
