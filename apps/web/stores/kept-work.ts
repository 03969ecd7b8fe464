// Protects unsent input, which is never lost silently. A gesture aimed at something else (another contract, Back, signing out)
// asks first, through `mayDiscard`. A gesture aimed at the ticket closes it, and a notice can restore it. Work that is unsaved
// when the page is left is stored for the same user and tab.
import { useId, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { canKeep, readKept, writeKept } from './browser-storage.ts';
import { useSession } from './session.ts';

/** The ticket, or the modal dialog above it. */
export type FormPlace = 'ticket' | 'dialog';

export interface UnsentForm {
  /** The command that would be sent, as on the button: "Buy 37 DEC26 WMAZ at 4 035,20". */
  readonly name: string;
  readonly fields: object;
}

type UnsentForms = { readonly [Place in FormPlace]?: UnsentForm | undefined };

/** Forms with input, by place. */
export const useUnsentForms = create<UnsentForms>()(() => ({}));

export const unsentForm = (place: FormPlace): UnsentForm | null => useUnsentForms.getState()[place] ?? null;

/** The names of forms with input, for the prompt before the page is left. */
export const unsentFormNames = (forms: UnsentForms): string[] =>
  Object.values(forms).flatMap((form) => form?.name ?? []);

/** A form's unsent input, or null. */
export function useUnsentForm(place: FormPlace, form: UnsentForm | null): void {
  const id = useId();
  const { name, fields } = form ?? {};
  // Runs before the form's effects: a form that closes itself on acceptance has no unsent input any more.
  useLayoutEffect(() => {
    useUnsentForms.setState({
      [place]: name === undefined || fields === undefined ? undefined : { name, fields },
    });
  }, [place, name, fields]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is gone with its id
  useLayoutEffect(() => () => useUnsentForms.setState({ [place]: undefined }), [place, id]);
}

/** The kinds of work, and what is stored of each; `null` if there is nothing to store. */
type WorkKind = 'ticket' | 'layout';
type Keeper = () => object | null;

const keepers = new Map<WorkKind, Keeper>();
const keptForMs = 3_600_000;

/**
 * When the page is left (an update, a reload, a sign-out in another tab), the work moves to session storage. It is removed after an hour,
 * or when the user discards it. Registers `keeper` to be called when the page is left; returns a function that unregisters it.
 */
export function keepOnLeave(kind: WorkKind, keeper: Keeper): () => void {
  keepers.set(kind, keeper);
  return () => {
    if (keepers.get(kind) === keeper) keepers.delete(kind);
  };
}

/** Whether work would be stored now, and restored later. */
export function hasWork(): boolean {
  return canKeep() && [...keepers.values()].some((keeper) => keeper() !== null);
}

/** Stores all unsent work. Call this when the page is left. */
export function keepWork(now: number = Date.now()): void {
  const userId = useSession.getState().hqAccess?.userId;
  // The Login page has no work, and must not overwrite the previous page's work.
  if (userId === undefined) return;
  const all = [...keepers].flatMap(([kind, keeper]) => {
    const work = keeper();
    return work === null ? [] : [[kind, work]];
  });
  writeKept(
    'work',
    all.length === 0 ? null : JSON.stringify({ userId, at: now, ...Object.fromEntries(all) }),
  );
}

/** Removes the stored work and stores none of this page: the user has chosen to discard it. */
export function forgetWork(): void {
  keepers.clear();
  writeKept('work', null);
}

/**
 * Takes this user's stored work out of storage; null if there is none, it belongs to another user, or it is older than an hour.
 */
export function takeWork(kind: WorkKind, now: number = Date.now()): object | null {
  const text = readKept('work');
  if (text === null) return null;
  const { userId, at, ...stored } = parsed(text);
  const work = stored[kind];
  const isOurs = userId === useSession.getState().hqAccess?.userId;
  const isRecent = typeof at === 'number' && now - at < keptForMs && at <= now + keptForMs;
  const left = { ...stored, [kind]: undefined };
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
