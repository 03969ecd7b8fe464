// The commands that this page has sent. The list of the user's actions (ACT) has them until the market lists them, with all others of the
// user.
import { create } from 'zustand';
import { serverNow } from './connection.ts';

export type OwnActionOutcome = 'sending' | 'unknown' | 'accepted' | 'rejected' | 'notReceived';

export interface OwnAction {
  /** The request id of the command in the market. */
  readonly requestId: string;
  /** The place in the market's journal; null while it is not known. */
  readonly seq: number | null;
  /** The action in a word: "Buy", "Cancel all". */
  readonly action: string;
  /** The command as text: "Buy 10 DEC26 WMAZ at 4 035.20". */
  readonly words: string;
  /** The time at which the market received the command, or this page sent it if the market does not list it; epoch milliseconds. */
  readonly at: number;
  readonly outcome: OwnActionOutcome;
  /** The outcome as a sentence; empty while it is not known. */
  readonly sentence: string;
}

/** The newest first. */
export const useOwnActions = create<{ readonly sent: readonly OwnAction[] }>()(() => ({ sent: [] }));
export const maxOwnActions = 500;

/** Notes a command that is about to be sent. The caller reports the outcome of the command to the returned functions. */
export function noteAction(sent: Pick<OwnAction, 'requestId' | 'action' | 'words'>): {
  readonly unknown: () => void;
  readonly answered: (outcome: Exclude<OwnActionOutcome, 'sending' | 'unknown'>, sentence: string) => void;
} {
  const { requestId } = sent;
  const entry: OwnAction = { ...sent, seq: null, at: serverNow(), outcome: 'sending', sentence: '' };
  // A form that sends again does so under the same id.
  useOwnActions.setState(({ sent }) => ({
    sent: [entry, ...sent.filter((one) => one.requestId !== requestId)].slice(0, maxOwnActions),
  }));
  const change = (part: Pick<OwnAction, 'outcome' | 'sentence'>) =>
    useOwnActions.setState(({ sent }) => ({
      sent: sent.map((one) => (one.requestId === requestId ? { ...one, ...part } : one)),
    }));
  return {
    unknown: () => change({ outcome: 'unknown', sentence: 'No reply arrived: asking the market.' }),
    answered: (outcome, sentence) => change({ outcome, sentence }),
  };
}
