// The page's toasts: anybody may show one, the view at the bottom right shows them one at a time (SHELL-4).
import { create } from 'zustand';
import {
  addToast,
  noToasts,
  removeToast,
  type ToastAction,
  type ToastQueue,
  type ToastType,
  toastLengthOf,
} from './toast-queue.ts';

export type { Toast, ToastAction, ToastType } from './toast-queue.ts';

export interface NewToast {
  readonly type: ToastType;
  readonly message: string;
  /** Milliseconds, -1 until dismissed; SHELL-5's length of the type when it is left out. */
  readonly length?: number;
  readonly action?: ToastAction;
  readonly isUrgent?: boolean;
}

export const useToasts = create<ToastQueue>()(() => noToasts);

let lastId = 0;

/** Queues a toast and returns its id. */
export function showToast({
  type,
  message,
  length = toastLengthOf(type),
  action,
  isUrgent = false,
}: NewToast): number {
  lastId += 1;
  const toast = {
    id: lastId,
    type,
    message,
    length,
    at: Date.now(),
    ...(action && { action }),
    ...(isUrgent && { isUrgent }),
  };
  useToasts.setState((queue) => addToast(queue, toast));
  return toast.id;
}

export function dismissToast(id: number): void {
  useToasts.setState((queue) => removeToast(queue, id));
}
