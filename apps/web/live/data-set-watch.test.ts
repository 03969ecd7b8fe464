import { dataSets } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { LoadStatus } from '../stores/keyed-store.ts';
import { createDataSetWatch } from './data-set-watch.ts';

function watching() {
  let status: LoadStatus = 'notStarted';
  const listeners = new Set<() => void>();
  const requests: number[] = [];
  const watch = createDataSetWatch({
    statusOf: () => status,
    load: async (id) => {
      requests.push(id);
      if (status === 'error') throw new Error('Not available.');
      return 0;
    },
    dayChanged: {
      on: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  return {
    watch,
    requests,
    become: (next: LoadStatus) => {
      status = next;
    },
    changeDay: () => {
      for (const listener of [...listeners]) listener();
    },
  };
}

describe('a data set that is loaded on request', () => {
  it('[MODEL-6] is requested when a screen first shows it, and not again while its changes arrive', () => {
    const { watch, requests, become, changeDay } = watching();
    watch('movements');
    become('loading');
    watch('movements');
    become('success');
    watch('movements');
    changeDay();
    expect(requests).toEqual([dataSets.movements.id]);
  });

  it('is requested again by the next screen after a failure', () => {
    const { watch, requests, become } = watching();
    watch('clearing');
    become('error');
    watch('clearing');
    expect(requests).toHaveLength(2);
  });

  it('of the whole market is requested by each screen, and when the exchange day changes while it is shown', () => {
    const { watch, requests, become, changeDay } = watching();
    const stop = watch('margins');
    become('success');
    watch('margins')();
    changeDay();
    expect(requests).toEqual([15, 15, 15]);
    stop();
    changeDay();
    expect(requests).toHaveLength(3);
  });

  it('is never requested if it is followed from sign-in on', () => {
    const { watch, requests } = watching();
    watch('deals')();
    expect(requests).toEqual([]);
  });
});
