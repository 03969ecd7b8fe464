// Has a strike listed with its call, its put and their delta twins (domain §2.5). It changes nothing in any book, so it needs live
// prices no more than it needs a question; its rows come over the hub like any other's.
import type { AddStrikeBody, AddStrikeReply } from '@openpit/wire';
import type { CallResult } from '../http/call-result.ts';
import { sendAddStrike } from '../http/options.ts';
import { showToast } from '../notices/toasts.ts';
import { type Action, type ActionContext, reasonAgainst } from './action.ts';
import { permitted } from './order-actions.ts';
import { noteAction } from './own-actions.ts';
import { newRequestId } from './request-id.ts';

export type StrikeTarget = Omit<AddStrikeBody, 'requestId'>;

export const addStrike: Action<
  StrikeTarget & { readonly requestId?: string },
  Promise<CallResult<AddStrikeReply>>
> = {
  id: 'addStrike',
  label: 'Add strike',
  flag: 'insertOrderOrDouble',
  enabled: (_target, context) => permitted('insertOrderOrDouble', context),
  mustConfirm: () => null,
  perform: ({ requestId = newRequestId(), ...strike }) => sendAddStrike({ requestId, ...strike }),
};

/** @returns why it was not listed, as a sentence; null when it was */
export async function runAddStrike(target: StrikeTarget, context: ActionContext): Promise<string | null> {
  const reason = reasonAgainst(addStrike, target, context);
  if (reason !== null) return reason;
  const requestId = newRequestId();
  const { instrument, contractDate, strike } = target;
  const words = `Add strike ${strike} on ${contractDate} ${instrument}`;
  const note = noteAction({ requestId, action: addStrike.label, words });
  const answer = await addStrike.perform({ ...target, requestId }, context);
  if (answer.kind === 'ok') {
    const sentence = `Strike ${strike} on ${contractDate} ${instrument} is listed: ${answer.value.contracts.join(', ')}.`;
    note.answered('accepted', sentence);
    showToast({ type: 'success', message: sentence });
    return null;
  }
  if (answer.kind === 'unknown') note.unknown();
  else note.answered('rejected', answer.message);
  return answer.message;
}
