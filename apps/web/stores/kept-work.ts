// Text that was typed into a form and not sent is never lost silently. An act that is aimed at something else (another contract,
// Back, signing out) asks first, by `mayDiscard`. An act that is aimed at the ticket closes it, and a notice brings it back. Work
// that is unsaved when the page is left is kept for the same user and tab.
import { useId, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { canKeep, readKept, writeKept } from './browser-storage.ts';
import { useSession } from './session.ts';

/** The ticket, or the modal dialog over it. */
export type FormPlace = 'ticket' | 'dialog';

export interface TypedForm {
  /** The command that would be sent, as on the button: "Buy 37 DEC26 WMAZ at 4 035,20". */
  readonly name: string;
  readonly fields: object;
}

type TypedForms = { readonly [Place in FormPlace]?: TypedForm | undefined };

/** The forms with something typed, by place. */
export const useTypedForms = create<TypedForms>()(() => ({}));

export const typedForm = (place: FormPlace): TypedForm | null => useTypedForms.getState()[place] ?? null;

/** The names of the forms, for prompts about leaving the page. */
export const typedNames = (forms: TypedForms): string[] =>
  Object.values(forms).flatMap((form) => form?.name ?? []);

/** The unsent input of a form; null while there is none. */
export function useTypedForm(place: FormPlace, typed: TypedForm | null): void {
  const id = useId();
  const { name, fields } = typed ?? {};
  // This runs before the effects of the form: a form that closes itself after an acceptance no longer has typed input.
  useLayoutEffect(() => {
    useTypedForms.setState({
      [place]: name === undefined || fields === undefined ? undefined : { name, fields },
    });
  }, [place, name, fields]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is gone with its id
  useLayoutEffect(() => () => useTypedForms.setState({ [place]: undefined }), [place, id]);
}

// When the page is left (an update, a reload, a sign-out in another tab), the work is kept in session storage. Kept work is removed after
// an hour, or when the user discards it.

/** The kinds of work, and the kept part of each: `null` if there is nothing to keep. */
export type WorkPart = 'ticket' | 'layout';
type Keeper = () => object | null;

const keepers = new Map<WorkPart, Keeper>();
const keptForMs = 3_600_000;

/** Calls `keeper` when the page is left; the returned function removes it. */
export function keepOnLeave(part: WorkPart, keeper: Keeper): () => void {
  keepers.set(part, keeper);
  return () => {
    if (keepers.get(part) === keeper) keepers.delete(part);
  };
}

/** Whether work would be kept now and restored. */
export function hasWork(): boolean {
  return canKeep() && [...keepers.values()].some((keeper) => keeper() !== null);
}

/** Writes the work that there is. Call this when the page is left. */
export function keepWork(now: number = Date.now()): void {
  const userId = useSession.getState().hqAccess?.userId;
  // Login has no work, and must not remove the work of the previous page.
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

/** The kept work of this user, once; null if there is none, or it is of another user, or older than an hour. */
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
