// The page's toasts: any module may show one; the view at the bottom right shows them one at a time (SHELL-4).
import { create } from 'zustand';
import { serverNow } from '../stores/connection.ts';
import {
  addToast,
  noToasts,
  removeToast,
  type Toast,
  type ToastQueue,
  toastLengthOf,
} from './toast-queue.ts';

export type { Toast, ToastAction, ToastPriority, ToastType } from './toast-queue.ts';

/** Without a length, SHELL-5's length of the type; without a priority, a reply; without a time, the server's now. */
export type NewToast = Omit<Toast, 'id' | 'at' | 'length' | 'priority'> &
  Partial<Pick<Toast, 'at' | 'length' | 'priority'>>;

export const useToasts = create<ToastQueue>()(() => noToasts);

let lastId = 0;

/** Queues a toast; returns its id, which a toast about the same subject may have taken over already. */
export function showToast(toast: NewToast): number {
  const queued = newToast(toast);
  useToasts.setState((queue) => addToast(queue, queued));
  return queued.id;
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
