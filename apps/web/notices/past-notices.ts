// Notices of an earlier time in the list of notices: those of the day that this page has not received.
import { isSameNotice, maxPast, type Toast, type ToastQueue } from './toast-queue.ts';
import { type NewToast, newToast, useToasts } from './toasts.ts';

/** Lists notices that no toast shows any more. */
export function listPastNotices(notices: readonly NewToast[]): void {
  const listed = notices.map(newToast);
  useToasts.setState((queue) => listNotices(queue, listed));
}

/** Lists notices that no toast of this page showed, unless they are in the queue or the list already. */
export function listNotices(queue: ToastQueue, notices: readonly Toast[]): ToastQueue {
  const { showing, waiting, past } = queue;
  const known = [...(showing === null ? [] : [showing]), ...waiting, ...past];
  const missing = notices.filter((notice) => !known.some((other) => isSameNotice(other, notice)));
  return missing.length === 0 ? queue : { ...queue, past: [...past, ...missing].slice(0, maxPast) };
}
