// The queue of toasts (SHELL-4, SHELL-5) as pure functions: one shows at a time, the next when the current one is
// removed; what was shown is kept for the list of notices.

export type ToastType = 'error' | 'warning' | 'success' | 'info';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly type: ToastType;
  readonly message: string;
  /** Milliseconds; `untilDismissed` for no end. */
  readonly length: number;
  /** When it was asked for, epoch milliseconds. */
  readonly at: number;
  /** One thing that can be done about it. */
  readonly action?: ToastAction;
  /** Goes before those that wait and are not: an own deal is not told after the news of a start-up. */
  readonly isUrgent?: boolean;
}

export interface ToastQueue {
  readonly showing: Toast | null;
  readonly waiting: readonly Toast[];
  /** Removed toasts, newest first. */
  readonly past: readonly Toast[];
}

export const untilDismissed = -1;
export const defaultToastLengthMs = 5_000;
const maxPast = 200;

export const noToasts: ToastQueue = { showing: null, waiting: [], past: [] };

/** How long a toast of this type shows, in milliseconds (SHELL-5, second reading); without a type the default. */
export function toastLengthOf(type: ToastType | undefined): number {
  if (type === undefined) return defaultToastLengthMs;
  if (type === 'error') return untilDismissed;
  return type === 'warning' ? 5_000 : 3_000;
}

export function addToast(queue: ToastQueue, toast: Toast): ToastQueue {
  const { showing, waiting } = queue;
  if (showing === null) return { ...queue, showing: toast };
  if (toast.isUrgent !== true) return { ...queue, waiting: [...waiting, toast] };
  const urgent = waiting.filter((other) => other.isUrgent === true);
  const others = waiting.filter((other) => other.isUrgent !== true);
  return { ...queue, waiting: [...urgent, toast, ...others] };
}

/** Removes the toast with this id, shown or waiting; an unknown id changes nothing. */
export function removeToast(queue: ToastQueue, id: number): ToastQueue {
  const { showing, waiting, past } = queue;
  if (showing?.id === id) {
    const [next = null, ...rest] = waiting;
    return { showing: next, waiting: rest, past: [showing, ...past].slice(0, maxPast) };
  }
  const removed = waiting.find((toast) => toast.id === id);
  if (removed === undefined) return queue;
  return {
    showing,
    waiting: waiting.filter((toast) => toast !== removed),
    past: [removed, ...past].slice(0, maxPast),
  };
}
