// Unsent and unsaved work of this tab. When the page is left (an update, a reload, a sign-out in another tab) it is kept in session
// storage, and the same user gets it back in this tab. It is forgotten after an hour, or when the user discards it.
import { canKeep, readKept, writeKept } from './browser-storage.ts';
import { useSession } from './session.ts';

/** The kinds of work, and what is kept of each: `null` when there is nothing to keep. */
export type WorkPart = 'ticket' | 'layout';
type Keeper = () => object | null;

const keepers = new Map<WorkPart, Keeper>();
const keptForMs = 3_600_000;

/** Calls `keeper` when the page is left; the returned function takes it away again. */
export function keepOnLeave(part: WorkPart, keeper: Keeper): () => void {
  keepers.set(part, keeper);
  return () => {
    if (keepers.get(part) === keeper) keepers.delete(part);
  };
}

/** Whether something would be kept now, and come back. */
export function hasWork(): boolean {
  return canKeep() && [...keepers.values()].some((keeper) => keeper() !== null);
}

/** Writes what there is; to be called when the page is left. */
export function keepWork(now: number = Date.now()): void {
  const userId = useSession.getState().hqAccess?.userId;
  // Login has no work, and must not remove that of the page before it.
  if (userId === undefined) return;
  const parts = [...keepers].flatMap(([part, keeper]) => {
    const work = keeper();
    return work === null ? [] : [[part, work]];
  });
  writeKept(
    'work',
    parts.length === 0 ? null : JSON.stringify({ userId, at: now, ...Object.fromEntries(parts) }),
  );
}

/** Removes the kept work, and keeps none of this page: the user has decided to leave it. */
export function forgetWork(): void {
  keepers.clear();
  writeKept('work', null);
}

/** The kept work of this user, once; null when there is none, or it is of another user, or older than an hour. */
export function takeWork(part: WorkPart, now: number = Date.now()): object | null {
  const text = readKept('work');
  if (text === null) return null;
  const { userId, at, ...parts } = parsed(text);
  const work = parts[part];
  const isOurs = userId === useSession.getState().hqAccess?.userId;
  const isRecent = typeof at === 'number' && now - at < keptForMs && at <= now + keptForMs;
  const left = { ...parts, [part]: undefined };
  const hasMore = Object.values(left).some((other) => other !== undefined);
  writeKept('work', isOurs && isRecent && hasMore ? JSON.stringify({ userId, at, ...left }) : null);
  return isOurs && isRecent && typeof work === 'object' ? work : null;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
