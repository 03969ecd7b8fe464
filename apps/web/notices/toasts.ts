// Toasts: their queue, and the past notices for the list. Any module may show a toast; the view at the bottom right draws it.
import type { Announcement } from '@openpit/wire';
import { create } from 'zustand';
import { serverNow } from '../stores/connection.ts';
import { withLocalDates } from '../ui/format.ts';

export type ToastType = 'error' | 'warning' | 'success' | 'info';

/** Fills and rejections are urgent; a reply answers the user; news is neither requested nor urgent. */
type ToastPriority = 'urgent' | 'reply' | 'news';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly type: ToastType;
  readonly message: string;
  /** Milliseconds; `untilDismissed` for no end. */
  readonly length: number;
  /** The time at which the toast was requested, epoch milliseconds of the server. */
  readonly at: number;
  readonly priority: ToastPriority;
  /** Whether the toast is drawn in one line, as high as the footer of a panel, so that it covers no row. */
  readonly isLine?: boolean;
  /** An action that the toast offers. */
  readonly action?: ToastAction;
  /** The subject of the toast, such as `fills of order 41`: a newer toast about the same subject replaces it in its place. */
  readonly subject?: string | undefined;
  /** Everything that the toast reports on, such as `order 41`, apart from its subject. */
  readonly about?: readonly string[];
  /** Toasts about any of these are out of date with this one. */
  readonly supersedes?: readonly string[];
}

/**
 * The queue (SHELL-4, SHELL-5) as pure functions: one toast shows at a time, the next when the current one is removed. Fills and rejections
 * are shown first, and replace any other toast on the screen but an error; replies replace news. A newer notice about a subject replaces the older one. Every toast that leaves the
 * queue, shown or not, is kept for the list of notices.
 */
export interface ToastQueue {
  readonly showing: Toast | null;
  /** The waiting toasts, in the order they will show. */
  readonly waiting: readonly Toast[];
  /** Toasts that have left the queue, newest first, and notices that were never toasts. */
  readonly past: readonly Toast[];
}

export const untilDismissed = -1;
const defaultToastLengthMs = 5_000;
const maxPast = 200;

export const noToasts: ToastQueue = { showing: null, waiting: [], past: [] };

/** How long a toast of this type shows, in milliseconds (SHELL-5, second reading); without a type the default. */
export function toastLengthOf(type: ToastType | undefined): number {
  if (type === undefined) return defaultToastLengthMs;
  if (type === 'error') return untilDismissed;
  return type === 'warning' ? 5_000 : 3_000;
}

export function addToast(queue: ToastQueue, toast: Toast): ToastQueue {
  const { supersedes = [] } = toast;
  const unlisted = { ...queue, past: queue.past.filter((other) => !isSameNotice(other, toast)) };
  const isOutdated = ({ subject = '', about = [] }: Toast) =>
    [subject, ...about].some((reported) => supersedes.includes(reported));
  const remaining = drop(unlisted, isOutdated);
  return showNext(updateSubject(remaining, toast) ?? enter(remaining, toast));
}

/** Whether both are the same notice of the exchange, once as a toast and once from the list of the day. */
function isSameNotice(a: Toast, b: Toast): boolean {
  return a.subject !== undefined && a.subject === b.subject && a.at === b.at;
}

/** Removes the toast with this id, shown or waiting; an unknown id changes nothing. */
export function removeToast(queue: ToastQueue, id: number): ToastQueue {
  return showNext(drop(queue, (toast) => toast.id === id));
}

/** The queue without these toasts, which move to the past; the place of the shown one may stay empty. */
function drop(queue: ToastQueue, isDropped: (toast: Toast) => boolean): ToastQueue {
  const { showing, waiting, past } = queue;
  const dropped = [...(showing === null ? [] : [showing]), ...waiting].filter(isDropped);
  if (dropped.length === 0) return queue;
  return {
    showing: showing !== null && isDropped(showing) ? null : showing,
    waiting: waiting.filter((toast) => !isDropped(toast)),
    past: [...dropped, ...past].slice(0, maxPast),
  };
}

function showNext(queue: ToastQueue): ToastQueue {
  const [next, ...waiting] = queue.waiting;
  return queue.showing !== null || next === undefined ? queue : { ...queue, showing: next, waiting };
}

/** The queue with this toast instead of the one about the same subject; null if there is none. */
function updateSubject(queue: ToastQueue, toast: Toast): ToastQueue | null {
  const { showing, waiting } = queue;
  const isSame = ({ subject }: Toast) => subject !== undefined && subject === toast.subject;
  const update = (before: Toast): Toast => ({ ...toast, id: before.id });
  if (showing !== null && isSame(showing)) return { ...queue, showing: update(showing) };
  if (!waiting.some(isSame)) return null;
  return { ...queue, waiting: waiting.map((other) => (isSame(other) ? update(other) : other)) };
}

function enter(queue: ToastQueue, toast: Toast): ToastQueue {
  const { showing, waiting } = queue;
  if (showing !== null && stepsAside(showing, toast))
    return { ...queue, showing: toast, waiting: insert(waiting, showing, 'first') };
  return { ...queue, waiting: insert(waiting, toast, 'last') };
}

const priorities: readonly ToastPriority[] = ['urgent', 'reply', 'news'];

/** An error waits for the user; a fill does not wait for the error. Any other toast makes way for a toast of a higher priority. */
const stepsAside = (showing: Toast, toast: Toast): boolean =>
  showing.length === untilDismissed
    ? rankOf(toast) === 0
    : priorities.indexOf(toast.priority) < priorities.indexOf(showing.priority);

/** Lower ranks show first. Urgent toasts that end automatically show before urgent errors, so that no error holds them up. */
function rankOf({ priority, length }: Toast): number {
  if (priority === 'urgent') return length === untilDismissed ? 1 : 0;
  return priority === 'reply' ? 2 : 3;
}

/** `place`: the position among the toasts of the same rank. */
function insert(waiting: readonly Toast[], toast: Toast, place: 'first' | 'last'): readonly Toast[] {
  const rank = rankOf(toast);
  const goesBefore = (other: Toast) => rankOf(other) > rank || (place === 'first' && rankOf(other) === rank);
  const at = waiting.findIndex(goesBefore);
  return at < 0 ? [...waiting, toast] : [...waiting.slice(0, at), toast, ...waiting.slice(at)];
}

/** Without a length, SHELL-5's length of the type; without a priority, a reply; without a time, the server's now. */
export type NewToast = Omit<Toast, 'id' | 'at' | 'length' | 'priority'> & {
  readonly [Name in 'at' | 'length' | 'priority']?: Toast[Name] | undefined;
};

export const useToasts = create<ToastQueue>()(() => noToasts);

let lastId = 0;

/** Queues a toast; returns its id, which a toast about the same subject may already have taken over. */
export function showToast(toast: NewToast): number {
  const queued = newToast(toast);
  useToasts.setState((queue) => addToast(queue, queued));
  return queued.id;
}

/** The last sentence for screen readers that no toast shows. */
export const useSpoken = create<{ readonly sentence: string }>()(() => ({ sentence: '' }));

/** Lists and speaks a notice without a toast, because the screen already shows it where the user looks. */
export function noteWithoutToast(notice: NewToast): void {
  const queued = newToast({ ...notice, priority: 'news' });
  useToasts.setState((queue) => removeToast(addToast(queue, queued), queued.id));
  useSpoken.setState({ sentence: notice.message });
}

/** Shows the reason why something is not possible, if there is one. @returns true if there is one, so that the caller stops */
export function showReason(reason: string | null | undefined): boolean {
  if (!reason) return false;
  showToast({ type: 'warning', message: reason });
  return true;
}

/** The toast with a number and the defaults. */
export function newToast(toast: NewToast): Toast {
  lastId += 1;
  const { length = toastLengthOf(toast.type), priority = 'reply', at = serverNow() } = toast;
  return { ...toast, id: lastId, at, length, priority };
}

export function dismissToast(id: number): void {
  useToasts.setState((queue) => removeToast(queue, id));
}

/**
 * The notice of an announcement of the exchange. Its subject and time identify it, so that the list of notices has it once, whether the hub
 * brought it or GetAnnouncements did (API-7).
 */
export function announcementToast({
  id,
  at,
  message,
}: Pick<Announcement, 'id' | 'at' | 'message'>): NewToast {
  return {
    type: 'info',
    message: withLocalDates(message),
    at,
    priority: 'news',
    subject: `announcement ${id}`,
  };
}

/** Lists notices that no toast shows. */
export function listPastNotices(notices: readonly NewToast[]): void {
  const listed = notices.map(newToast);
  useToasts.setState((queue) => listNotices(queue, listed));
}

/** Lists notices that no toast of this page showed, unless they are already in the queue or the list. */
export function listNotices(queue: ToastQueue, notices: readonly Toast[]): ToastQueue {
  const { showing, waiting, past } = queue;
  const allToasts = [...(showing === null ? [] : [showing]), ...waiting, ...past];
  const missing = notices.filter((notice) => !allToasts.some((other) => isSameNotice(other, notice)));
  return missing.length === 0 ? queue : { ...queue, past: [...past, ...missing].slice(0, maxPast) };
}
