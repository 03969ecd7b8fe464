// The commands that this page has sent. My actions (ACT) shows them until the market lists them together with the user's other
// commands.
import { create } from 'zustand';
import { serverNow } from './connection.ts';

export type OwnActionOutcome = 'sending' | 'unknown' | 'accepted' | 'rejected' | 'notReceived';

export interface OwnAction {
  /** The request id of the command in the market. */
  readonly requestId: string;
  /** The command's number in the journal; null while unknown. */
  readonly seq: number | null;
  /** The action in a word: "Buy", "Cancel all". */
  readonly action: string;
  /** The command as text: "Buy 10 DEC26 WMAZ at 4 035.20". */
  readonly description: string;
  /** When the market received the command or, if the market does not list it, when this page sent it; epoch milliseconds. */
  readonly at: number;
  readonly outcome: OwnActionOutcome;
  /** The outcome as a sentence; empty while unknown. */
  readonly sentence: string;
}

/** The newest first. */
export const useOwnActions = create<{ readonly sent: readonly OwnAction[] }>()(() => ({ sent: [] }));
export const maxOwnActions = 500;

/** Records a command that is about to be sent. The caller reports its outcome through the returned functions. */
export function noteAction(sent: Pick<OwnAction, 'requestId' | 'action' | 'description'>): {
  readonly unknown: () => void;
  readonly answered: (outcome: Exclude<OwnActionOutcome, 'sending' | 'unknown'>, sentence: string) => void;
} {
  const { requestId } = sent;
  const entry: OwnAction = { ...sent, seq: null, at: serverNow(), outcome: 'sending', sentence: '' };
  // A form retries under the same id.
  useOwnActions.setState(({ sent }) => ({
    sent: [entry, ...sent.filter((ownAction) => ownAction.requestId !== requestId)].slice(0, maxOwnActions),
  }));
  const change = (part: Pick<OwnAction, 'outcome' | 'sentence'>) =>
    useOwnActions.setState(({ sent }) => ({
      sent: sent.map((ownAction) =>
        ownAction.requestId === requestId ? { ...ownAction, ...part } : ownAction,
      ),
    }));
  return {
    unknown: () => change({ outcome: 'unknown', sentence: 'No reply arrived: asking the market.' }),
    answered: (outcome, sentence) => change({ outcome, sentence }),
  };
}
