// The keys of the order ticket.
import { keyTable } from '../../ui/keys.ts';

export const ticketKeys = keyTable('Order ticket', {
  next: { press: ['Enter'], label: 'Next field' },
  send: { press: ['$mod+Enter', 'Control+Enter', 'Meta+Enter'], label: 'Send the order' },
  close: { press: ['Escape'], label: 'Close the ticket' },
});
