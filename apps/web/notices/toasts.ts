// The page's toasts: any module may show one; the view at the bottom right shows them one at a time (SHELL-4).
import { create } from 'zustand';
import {
  addToast,
  listNotices,
  noToasts,
  removeToast,
  type Toast,
  type ToastQueue,
  toastLengthOf,
} from './toast-queue.ts';

export type { Toast, ToastAction, ToastPriority, ToastType } from './toast-queue.ts';

/** Without a length, SHELL-5's length of the type; without a priority, a reply; without a time, now. */
export type NewToast = Omit<Toast, 'id' | 'at' | 'length' | 'priority'> &
  Partial<Pick<Toast, 'at' | 'length' | 'priority'>>;

export const useToasts = create<ToastQueue>()(() => noToasts);

let lastId = 0;

/** Queues a toast; returns its id, which a toast about the same subject may have taken over already. */
export function showToast(toast: NewToast): number {
  const queued = withDefaults(toast);
  useToasts.setState((queue) => addToast(queue, queued));
  return queued.id;
}

/** Lists notices of an earlier time, which no toast shows any more. */
export function listPastNotices(notices: readonly NewToast[]): void {
  const listed = notices.map(withDefaults);
  useToasts.setState((queue) => listNotices(queue, listed));
}

function withDefaults(toast: NewToast): Toast {
  lastId += 1;
  const { length = toastLengthOf(toast.type), priority = 'reply', at = Date.now() } = toast;
  return { ...toast, id: lastId, at, length, priority };
}

export function dismissToast(id: number): void {
  useToasts.setState((queue) => removeToast(queue, id));
}
