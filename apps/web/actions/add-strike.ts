// Lists a strike: its call, its put and their delta contracts. It changes no book, so it needs neither live prices nor a
// question; its rows arrive over the hub like all others.
import type { AddStrikeReply, BodyOf } from '@openpit/wire';
import { type Action, type ActionContext, permitted, reasonAgainst } from './action.ts';
import { permissionOf } from './may.ts';
import { showOutcome } from './outcome-toast.ts';
import { newRequestId } from './request-id.ts';
import { type SentCommand, sendCommand } from './send-command.ts';

export type StrikeTarget = Omit<BodyOf<'addStrike'>, 'requestId'>;

const permission = permissionOf('addStrike', 'list strikes');

export const addStrike: Action<StrikeTarget, Promise<SentCommand<AddStrikeReply>>> = {
  id: 'addStrike',
  label: 'Add strike',
  permission,
  enabled: (_target, context) => permitted(permission, context),
  mustConfirm: () => null,
  perform(target) {
    const { strike, contractDate, instrument } = target;
    const what = `${strike} on ${contractDate} ${instrument}`;
    return sendCommand(
      'addStrike',
      { requestId: newRequestId(), ...target },
      {
        action: addStrike.label,
        words: `Add strike ${what}`,
        accepted: ({ contracts }) => `Strike ${what} is listed: ${contracts.join(', ')}.`,
      },
    );
  },
};

/** Resolves with the reason why it was not listed, as a sentence; null when it was. */
export async function runAddStrike(target: StrikeTarget, context: ActionContext): Promise<string | null> {
  const reason = reasonAgainst(addStrike, target, context);
  if (reason !== null) return reason;
  const sent = await addStrike.perform(target, context);
  if (sent.answer.kind === 'rejected' || sent.answer.kind === 'badInput') return sent.answer.message;
  if (sent.answer.kind === 'notReceived') return sent.sentence;
  showOutcome(sent);
  return null;
}
