import { describe, expect, it } from 'vitest';
import {
  addToast,
  listNotices,
  newToast,
  noToasts,
  removeToast,
  type Toast,
  type ToastQueue,
  toastLengthOf,
  untilDismissed,
} from './toasts.ts';

const toast = (id: number, change: Partial<Toast> = {}): Toast => ({
  id,
  type: 'info',
  message: `toast ${id}`,
  length: 3_000,
  at: id,
  priority: 'reply',
  ...change,
});
const queueOf = (...ids: number[]): ToastQueue => ids.map((id) => toast(id)).reduce(addToast, noToasts);
const idsOf = ({ showing, waiting, past }: ToastQueue) => ({
  showing: showing?.id ?? null,
  waiting: waiting.map(({ id }) => id),
  past: past.map(({ id }) => id),
});

describe('the queue of toasts', () => {
  it('[SHELL-4] shows one at a time, the others wait in their order', () => {
    expect(idsOf(queueOf(1, 2, 3))).toEqual({ showing: 1, waiting: [2, 3], past: [] });
  });

  it('[SHELL-4] shows the next one when the current one is removed, and keeps the shown toasts', () => {
    const queue = removeToast(removeToast(queueOf(1, 2, 3), 1), 2);
    expect(idsOf(queue)).toEqual({ showing: 3, waiting: [], past: [2, 1] });
    expect(idsOf(removeToast(queue, 3))).toEqual({ showing: null, waiting: [], past: [3, 2, 1] });
  });

  it('[SHELL-4] shows fills before rejections, these before other replies, and news last (decision 25)', () => {
    const arriving = [
      toast(4, { priority: 'news' }),
      toast(5, { priority: 'urgent', length: untilDismissed }),
      toast(6, { priority: 'urgent' }),
      toast(7, { priority: 'urgent', length: untilDismissed }),
      toast(8, { priority: 'urgent' }),
      toast(9),
    ];
    expect(idsOf(arriving.reduce(addToast, queueOf(1, 2, 3)))).toEqual({
      showing: 6,
      waiting: [8, 5, 7, 1, 2, 3, 9, 4],
      past: [],
    });
  });

  it('shows the answer to an action immediately in the place of news, which show again after it', () => {
    const news = [1, 2, 3].map((id) => toast(id, { priority: 'news' }));
    const queue = [...news, toast(4), toast(5)].reduce(addToast, noToasts);
    expect(idsOf(queue)).toEqual({ showing: 4, waiting: [5, 1, 2, 3], past: [] });
    expect(idsOf(removeToast(removeToast(queue, 4), 5))).toEqual({
      showing: 1,
      waiting: [2, 3],
      past: [5, 4],
    });
  });

  it('lets a fill show immediately while an error waits to be dismissed, and shows the error again after it', () => {
    const error = toast(1, { type: 'error', length: untilDismissed, priority: 'urgent' });
    const fill = (id: number) => toast(id, { priority: 'urgent' });
    const queue = [error, toast(2), fill(3), fill(4)].reduce(addToast, noToasts);
    expect(idsOf(queue)).toEqual({ showing: 3, waiting: [4, 1, 2], past: [] });
    const after = removeToast(removeToast(queue, 3), 4);
    expect(idsOf(after)).toEqual({ showing: 1, waiting: [2], past: [4, 3] });
  });

  it('lets no other toast push an error aside that waits to be dismissed', () => {
    const error = toast(1, { type: 'error', length: untilDismissed });
    const rejection = toast(2, { type: 'error', length: untilDismissed, priority: 'urgent' });
    const queue = [error, rejection, toast(3), toast(4, { priority: 'news' })].reduce(addToast, noToasts);
    expect(idsOf(queue)).toEqual({ showing: 1, waiting: [2, 3, 4], past: [] });
  });

  it('updates the toast about the same subject in place, whether it is shown or waits', () => {
    const fill = (id: number, message: string) =>
      toast(id, { priority: 'urgent', subject: 'fills of order 41', message });
    const shown = [fill(1, 'Bought 4'), toast(2), fill(3, 'Bought 251')].reduce(addToast, noToasts);
    expect(shown.showing).toMatchObject({ id: 1, message: 'Bought 251' });
    expect(idsOf(shown)).toEqual({ showing: 1, waiting: [2], past: [] });

    const other = toast(1, { priority: 'urgent' });
    const waited = [other, fill(2, 'Bought 4'), toast(3), fill(4, 'Bought 251')].reduce(addToast, noToasts);
    expect(waited.waiting[0]).toMatchObject({ id: 2, message: 'Bought 251' });
    expect(idsOf(waited)).toEqual({ showing: 1, waiting: [2, 3], past: [] });
  });

  it('drops a toast that a newer one supersedes, shown or waiting, and keeps it in the list', () => {
    const rests = (id: number, ...seqs: readonly number[]) =>
      toast(id, { about: seqs.map((seq) => `order ${seq}`) });
    const fill = toast(9, {
      priority: 'urgent',
      subject: 'fills of order 41',
      supersedes: ['order 41'],
    });
    expect(idsOf([toast(1), rests(2, 41), rests(3, 42), fill].reduce(addToast, noToasts))).toEqual({
      showing: 9,
      waiting: [1, 3],
      past: [2],
    });
    expect(idsOf([rests(1, 41), rests(2, 42), fill].reduce(addToast, noToasts))).toEqual({
      showing: 9,
      waiting: [2],
      past: [1],
    });
    const suspended = { ...rests(4, 41), supersedes: ['order 41'] };
    for (const before of [rests(1, 41), rests(1, 41, 42)])
      expect(idsOf([before, suspended].reduce(addToast, noToasts))).toEqual({
        showing: 4,
        waiting: [],
        past: [1],
      });
  });

  it('[API-7] lists notices of an earlier time once, and not again when a toast shows or has shown them', () => {
    const announced = (id: number, seq: number) => toast(id, { subject: `announcement ${seq}`, at: seq });
    const listed = listNotices(queueOf(5), [announced(6, 1), announced(7, 2)]);
    expect(idsOf(listed)).toEqual({ showing: 5, waiting: [], past: [6, 7] });
    expect(listNotices(listed, [announced(8, 2)])).toBe(listed);

    // The hub sends an announcement that the server had already listed.
    const shown = addToast(listed, announced(9, 2));
    expect(idsOf(shown)).toEqual({ showing: 5, waiting: [9], past: [6] });
    expect(listNotices(shown, [announced(10, 2)])).toBe(shown);
  });

  it('removes a waiting toast without disturbing the shown toast', () => {
    expect(idsOf(removeToast(queueOf(1, 2, 3), 2))).toEqual({ showing: 1, waiting: [3], past: [2] });
  });

  it('does nothing for a toast that has left the queue', () => {
    const queue = queueOf(1);
    expect(removeToast(queue, 9)).toBe(queue);
  });

  it('keeps the newest 200 toasts that were shown', () => {
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
    if (type !== undefined) expect(newToast({ type, message: 'x' }).length).toBe(length);
  });

  it('[SHELL-5] shows a toast for its own time where it has one (decision 25)', () => {
    expect(newToast({ type: 'success', message: 'Added 6 instruments', length: 1_200 }).length).toBe(1_200);
  });
});
