// Actions on options: listing a strike, and exercise or abandonment of a long option (ACT-18, ACT-19).
import type { AddStrikeReply, BodyOf, PositionRow } from '@openpit/wire';
import { type Action, type ActionContext, permissionOf, reasonAgainst } from './action.ts';
import type { ExpiryRequest } from './dialogs.ts';
import { type SentCommand, sendCommand, showOutcome, type WithoutId } from './send.ts';
import { openTicket } from './ticket.ts';

export type StrikeTarget = WithoutId<BodyOf<'addStrike'>>;

export const addStrike: Action<StrikeTarget, Promise<SentCommand<AddStrikeReply>>> = {
  id: 'addStrike',
  label: 'Add strike',
  permission: permissionOf('addStrike', 'list strikes'),
  perform(target) {
    const { strike, contractDate, instrument } = target;
    const strikeText = `${strike} on ${contractDate} ${instrument}`;
    return sendCommand({
      command: 'addStrike',
      body: target,
      description: `Add strike ${strikeText}`,
      accepted: ({ contracts }) => `Strike ${strikeText} is listed: ${contracts.join(', ')}.`,
    });
  },
};

/** Resolves with null, or with a sentence that says why the strike was not listed. */
export async function runAddStrike(target: StrikeTarget, context: ActionContext): Promise<string | null> {
  const reason = reasonAgainst(addStrike, target, context);
  if (reason !== null) return reason;
  const sent = await addStrike.perform(target, context);
  if (sent.answer.kind === 'rejected' || sent.answer.kind === 'badInput') return sent.answer.message;
  if (sent.answer.kind === 'notReceived') return sent.sentence;
  showOutcome(sent);
  return null;
}

export type ExpiryKind = ExpiryRequest['kind'];

/** `position` is `null` for a dealer who sees no positions. */
export type ExpiryTarget = Omit<ExpiryRequest, 'kind'>;

interface HolderTarget {
  readonly position: Pick<PositionRow, 'net' | 'principal' | 'contract'> | null;
}

/**
 * Exercise turns lots into the future at the strike; abandon prevents their automatic exercise on the expiry day. The form shows the
 * effect, the lost value, and when the command may be sent.
 */
const opens = (kind: ExpiryKind) => ({
  /** The form also checks the time of day. */
  against: ({ position }: HolderTarget) =>
    position === null || position.net > 0
      ? null
      : `${position.principal} is not long ${position.contract}: only a holder can ${kind} it.`,
  // The form replaces the question, because it describes the full effect.
  perform: (target: ExpiryTarget) => void openTicket({ kind, ...target }),
});

export const exerciseOption = {
  id: 'exerciseOption',
  label: 'Exercise',
  permission: permissionOf('exerciseOption'),
  ...opens('exercise'),
} satisfies Action<ExpiryTarget, void>;

export const abandonOption = {
  id: 'abandonOption',
  label: 'Abandon',
  permission: permissionOf('abandonOption'),
  ...opens('abandon'),
} satisfies Action<ExpiryTarget, void>;
