// The commands that this user sent from this browser, each with the times of sending and of its outcome, and the outcome (ACT).
// The list outlives the page. Another user's list is never shown; the last 500 commands are kept.
import * as z from 'zod/mini';
import { create } from 'zustand';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { serverNow } from '../stores/connection.ts';
import { useSession } from '../stores/session.ts';
import type { RequestAnswer } from './follow-request.ts';

const outcome = z.enum(['sending', 'unknown', 'accepted', 'rejected', 'notReceived']);
export type OwnActionOutcome = z.infer<typeof outcome>;

const ownAction = z.object({
  /** Counts up; the newest has the highest. */
  number: z.int(),
  /** The request id under which the venue knows it. */
  requestId: z.string(),
  /** The action in a word: "Buy", "Cancel all". */
  action: z.string(),
  /** The command in words: "Buy 10 DEC26 WMAZ at 4 035.20". */
  words: z.string(),
  /** Epoch milliseconds of this browser. */
  sentAt: z.number(),
  /** When its outcome was known; null while it is not. */
  answeredAt: z.nullable(z.number()),
  outcome,
  /** The outcome as a sentence; empty while it is not known. */
  sentence: z.string(),
});
export type OwnAction = z.infer<typeof ownAction>;

const keptList = z.object({ userId: z.string(), entries: z.array(ownAction) });
export const maxOwnActions = 500;

interface OwnActions {
  /** The user whose list it is; null until something was read or sent. */
  readonly userId: string | null;
  /** The newest first. */
  readonly entries: readonly OwnAction[];
}

export const useOwnActions = create<OwnActions>()(() => ({ userId: null, entries: [] }));

/** Reads the kept list of the signed-in user, unless it was read already. */
export function readOwnActions(): void {
  const userId = useSession.getState().hqAccess?.userId ?? null;
  if (userId === null || useOwnActions.getState().userId === userId) return;
  useOwnActions.setState({ userId, entries: keptOf(userId, readStored(storageKeys.ownActions)) });
}

/** Entries of this user only. One that was being sent when the page was left has an unknown outcome. */
export function keptOf(userId: string, text: string | null): readonly OwnAction[] {
  if (text === null) return [];
  try {
    const read = keptList.safeParse(JSON.parse(text));
    if (!read.success || read.data.userId !== userId) return [];
    return read.data.entries.map((entry) =>
      entry.outcome === 'sending'
        ? { ...entry, outcome: 'unknown' as const, sentence: 'The page was left before the answer arrived.' }
        : entry,
    );
  } catch (error) {
    console.warn('The kept list of own actions cannot be read.', error);
    return [];
  }
}

/** Notes a command that is about to be sent. Its outcome is reported to the returned functions. */
export function noteAction(
  sent: Pick<OwnAction, 'requestId' | 'action' | 'words'>,
  now: () => number = serverNow,
): {
  readonly unknown: () => void;
  readonly answered: (kind: RequestAnswer<unknown>['kind'], sentence: string) => void;
} {
  readOwnActions();
  const [newest] = useOwnActions.getState().entries;
  const number = (newest?.number ?? 0) + 1;
  put({ ...sent, number, sentAt: now(), answeredAt: null, outcome: 'sending', sentence: '' });
  const change = (part: Partial<OwnAction>) => {
    const entry = useOwnActions.getState().entries.find((one) => one.number === number);
    if (entry !== undefined) put({ ...entry, ...part });
  };
  return {
    unknown: () => change({ outcome: 'unknown', sentence: 'No reply arrived: asking the market.' }),
    answered: (kind, sentence) =>
      change({
        answeredAt: now(),
        outcome: kind === 'accepted' || kind === 'notReceived' ? kind : 'rejected',
        sentence,
      }),
  };
}

function put(entry: OwnAction): void {
  useOwnActions.setState(({ entries }) => ({
    entries: [entry, ...entries.filter(({ number }) => number !== entry.number)]
      .sort((a, b) => b.number - a.number)
      .slice(0, maxOwnActions),
  }));
  const { userId, entries } = useOwnActions.getState();
  if (userId !== null) writeStored(storageKeys.ownActions, JSON.stringify({ userId, entries }));
}
