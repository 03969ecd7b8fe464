// Sends the command of a form for unmatched deals, one attempt at a time. Each attempt has one request id; contents of which the
// market has no record are sent again under the same id, so that nothing is done twice.
import { useEffect, useRef, useState } from 'react';
import {
  newRequestId,
  type SendOptions,
  type SentCommand,
  showOutcome,
  warnOfMissingReply,
} from '../../actions/send.ts';

export type CommandPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** No reply came: the market is being asked for the outcome. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** The market never received it. What was typed cannot change: it may still arrive. */
  | { readonly kind: 'notReceived'; readonly sentence: string };

type Attempt = (requestId: string, options: SendOptions) => Promise<SentCommand>;

/** `outdated`: the subjects whose toasts an acceptance supersedes. */
export function useItemCommand(onDone: () => void, outdated: readonly string[]) {
  const [phase, setPhase] = useState<CommandPhase>({ kind: 'editing' });
  const requestId = useRef(newRequestId());
  const again = useRef<Attempt | null>(null);
  /** The form shows the outcome while it is open; a toast shows it afterwards. */
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const isWaiting = phase.kind === 'sending' || phase.kind === 'unknown';

  async function send(attempt: Attempt, words: string): Promise<void> {
    if (isWaiting) return;
    const sending = phase.kind === 'notReceived' ? (again.current ?? attempt) : attempt;
    again.current = sending;
    setPhase({ kind: 'sending' });
    const sent = await sending(requestId.current, {
      onUnknown: (questions) => {
        setPhase({ kind: 'unknown' });
        if (!isOpen.current) warnOfMissingReply(words, questions);
      },
    });
    const { answer, sentence } = sent;
    if (!isOpen.current || answer.kind === 'accepted') showOutcome(sent, [], outdated);
    if (answer.kind === 'notReceived') {
      setPhase({ kind: 'notReceived', sentence });
      return;
    }
    requestId.current = newRequestId();
    if (answer.kind !== 'accepted') setPhase({ kind: 'rejected', sentence: answer.message });
    else if (isOpen.current) onDone();
  }

  return {
    phase,
    isLocked: isWaiting || phase.kind === 'notReceived',
    isWaiting,
    send,
    /** The rejection is about contents that are no longer there. */
    edited: () => setPhase((was) => (was.kind === 'rejected' ? { kind: 'editing' } : was)),
  };
}
