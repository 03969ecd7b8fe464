import { describe, expect, it } from 'vitest';
import {
  addToast,
  noToasts,
  removeToast,
  type Toast,
  type ToastQueue,
  toastLengthOf,
} from './toast-queue.ts';

const toast = (id: number): Toast => ({ id, type: 'info', message: `toast ${id}`, length: 3_000, at: id });
const queueOf = (...ids: number[]): ToastQueue => ids.map(toast).reduce(addToast, noToasts);
const idsOf = ({ showing, waiting, past }: ToastQueue) => ({
  showing: showing?.id ?? null,
  waiting: waiting.map(({ id }) => id),
  past: past.map(({ id }) => id),
});

describe('the queue of toasts', () => {
  it('[SHELL-4] shows one at a time, the others wait in their order', () => {
    expect(idsOf(queueOf(1, 2, 3))).toEqual({ showing: 1, waiting: [2, 3], past: [] });
  });

  it('[SHELL-4] shows the next one when the current one is removed, and keeps what was shown', () => {
    const queue = removeToast(removeToast(queueOf(1, 2, 3), 1), 2);
    expect(idsOf(queue)).toEqual({ showing: 3, waiting: [], past: [2, 1] });
    expect(idsOf(removeToast(queue, 3))).toEqual({ showing: null, waiting: [], past: [3, 2, 1] });
  });

  it('lets an urgent one go before those that wait, after the urgent ones that came before it', () => {
    const urgent = (id: number): Toast => ({ ...toast(id), isUrgent: true });
    const queue = [urgent(4), urgent(5)].reduce(addToast, queueOf(1, 2, 3));
    expect(idsOf(queue)).toEqual({ showing: 1, waiting: [4, 5, 2, 3], past: [] });
  });

  it('takes a waiting one out without disturbing the one that shows', () => {
    expect(idsOf(removeToast(queueOf(1, 2, 3), 2))).toEqual({ showing: 1, waiting: [3], past: [2] });
  });

  it('does nothing for a toast that is gone', () => {
    const queue = queueOf(1);
    expect(removeToast(queue, 9)).toBe(queue);
  });

  it('keeps the newest 200 of what was shown', () => {
    let queue = noToasts;
    for (let id = 1; id <= 205; id += 1) queue = removeToast(addToast(queue, toast(id)), id);
    expect(queue.past).toHaveLength(200);
    expect(queue.past[0]?.id).toBe(205);
  });

  it.each([
    ['error', -1],
    ['warning', 5_000],
    ['success', 3_000],
    ['info', 3_000],
    [undefined, 5_000],
  ] as const)('[SHELL-5] shows %s for %d ms', (type, length) => {
    expect(toastLengthOf(type)).toBe(length);
  });
});
