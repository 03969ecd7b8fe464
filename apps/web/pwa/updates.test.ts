import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { activateOrder, entryQuestion, tidyOrder } from './cached-files.ts';
import {
  closeOffer,
  followUpdates,
  isMissingFile,
  registerServiceWorker,
  updateNow,
  useUpdate,
  workerSentences,
} from './updates.ts';

class Worker extends EventTarget {
  state = 'installing';
  readonly orders: string[] = [];
  postMessage = (order: string) => void this.orders.push(order);
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = new Worker();
  update = async () => undefined;
  /** Another new version was found on the server and fetched. */
  install(): void {
    const worker = new Worker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.waiting = worker;
    this.installing = null;
    worker.become('installed');
  }
}
class Container extends EventTarget {
  controller: Worker | null = new Worker();
  registration = new Registration();
  getRegistration = async () => this.registration;
  register = async (): Promise<unknown> => this.registration;
}

let workers: Container;
let page: EventTarget;
let pageOnServer: string;
let stops: (() => void)[] = [];
const follow = () => void stops.push(followUpdates());
beforeEach(async () => {
  workers = new Container();
  page = new EventTarget();
  pageOnServer = '<script type="module" src="/assets/other.js">';
  useUpdate.setState({ offer: null, isOutdated: false, isUpdating: false });
  useToasts.setState(noToasts);
  useConnection.setState(noConnection);
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/own.js' }) });
  vi.stubGlobal('fetch', async () => new Response(pageOnServer));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  follow();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  useConnection.setState(noConnection);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const offer = () => useUpdate.getState().offer;
const listed = () => useToasts.getState().past.map(({ message }) => message);

describe('an update', () => {
  it.each([
    ['takes this page over', (_next: Worker) => workers.dispatchEvent(new Event('controllerchange'))],
    ['is active', (next: Worker) => next.become('activated')],
    ['does not become active within ten seconds', () => void vi.advanceTimersByTime(10_000)],
  ])('loads the page again once the new worker %s', async (_when, happens) => {
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    workers.registration.install();
    const { waiting } = workers.registration;
    void updateNow();
    await vi.advanceTimersByTimeAsync(0);
    expect([waiting?.orders, reload.mock.calls.length]).toEqual([[activateOrder], 0]);
    if (waiting !== null) happens(waiting);
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is offered for each version, even after the offer of an earlier version was closed', () => {
    expect(offer()).toBeNull();
    workers.registration.install();
    expect(offer()).toBe('newVersion');
    closeOffer();
    workers.registration.waiting?.become('installed');
    expect(offer()).toBeNull();
    workers.registration.install();
    expect(offer()).toBe('newVersion');
  });

  it('is offered when another window has updated, and not for the first worker of all', () => {
    workers.controller = new Worker();
    workers.dispatchEvent(new Event('controllerchange'));
    expect(offer()).toBe('newVersion');

    closeOffer();
    const first = new Container();
    first.controller = null;
    vi.stubGlobal('navigator', { serviceWorker: first });
    follow();
    first.controller = new Worker();
    first.dispatchEvent(new Event('controllerchange'));
    expect(offer()).toBeNull();
  });

  it('is offered when a file is no longer on the server, as often as one is missing', async () => {
    const missing = async () => {
      const fault = new Error('Failed to fetch dynamically imported module');
      page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: fault }));
      await vi.advanceTimersByTimeAsync(0);
      return fault;
    };
    expect(isMissingFile(await missing())).toBe(true);
    expect([offer(), useUpdate.getState().isOutdated]).toEqual(['missingFile', true]);
    closeOffer();
    await missing();
    expect(offer()).toBe('missingFile');

    closeOffer();
    useUpdate.setState({ isOutdated: false });
    pageOnServer = '<script type="module" src="/assets/own.js">';
    await missing();
    expect([offer(), useUpdate.getState().isOutdated]).toEqual([null, false]);
  });

  it('is offered when the server has restarted with another version, but not with the same version', async () => {
    const restart = async (epoch: string) => {
      useConnection.setState({ epoch });
      await vi.advanceTimersByTimeAsync(0);
    };
    await restart('first');
    expect(offer()).toBeNull();
    await restart('second');
    expect([offer(), useUpdate.getState().isOutdated]).toEqual(['newVersion', false]);
    closeOffer();
    pageOnServer = '<script type="module" src="/assets/own.js">';
    await restart('third');
    expect(offer()).toBeNull();
  });

  it('leaves it to a page that is loaded to have unused files deleted', async () => {
    await registerServiceWorker();
    expect(workers.registration.active?.orders).toEqual([tidyOrder]);
  });

  it('does not take away the files of this page: it answers the worker with its first script', async () => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    workers.dispatchEvent(Object.assign(new Event('message'), { data: entryQuestion, ports: [port2] }));
    expect(await answer).toBe('/assets/own.js');
    port1.close();
  });
});

describe('a browser that keeps no files', () => {
  it.each([
    ['has no service workers', 'missing'],
    ['forbids them', 'forbidden'],
    ['has no room', 'forbidden'],
  ] as const)('says in Notices when it %s, and the page continues', async (how, fault) => {
    const { registration } = workers;
    if (how === 'has no service workers') vi.stubGlobal('navigator', {});
    if (how === 'forbids them')
      workers.register = () => Promise.reject(new Error('The operation is insecure.'));
    if (how === 'has no room') {
      registration.active = null;
      registration.installing = new Worker();
    }
    await registerServiceWorker();
    registration.installing?.become('redundant');
    expect(listed()).toEqual([workerSentences[fault]]);
    expect(offer()).toBeNull();
  });
});
