import { askConfirmation } from '../../actions/dialogs.ts';

// Asks before a second order with the same contents right after the first: it is more often a slip than intended.

const withinMs = 2_000;

export interface SentContents {
  readonly contents: string;
  readonly at: number;
}

/** Two commands are the same when all but their request id and their reference is. */
export function contentsOf(body: object): string {
  return JSON.stringify(Object.entries(body).filter(([name]) => name !== 'requestId' && name !== 'ref'));
}

export function isRepeat(before: SentContents | null, now: SentContents): boolean {
  return before !== null && before.contents === now.contents && now.at - before.at <= withinMs;
}

let before: SentContents | null = null;

/** True when it may be sent, and then remembers it. `sentence` is the order in words. */
export async function confirmRepeat(body: object, sentence: string): Promise<boolean> {
  const now = { contents: contentsOf(body), at: Date.now() };
  const isSame = isRepeat(before, now);
  if (
    isSame &&
    !(await askConfirmation({
      title: 'The same order again?',
      sentence: `You sent “${sentence}” less than two seconds ago. Send another one like it?`,
      confirmLabel: 'Send another',
      isDestructive: true,
    }))
  )
    return false;
  before = { contents: now.contents, at: Date.now() };
  return true;
}
