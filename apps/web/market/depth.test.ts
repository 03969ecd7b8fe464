import { emptyDepthRow } from '@openpit/wire';
import { afterEach, expect, it } from 'vitest';
import { type DepthStatus, depthStore } from '../stores/stores.ts';
import { depthNow, lastDepth, oldDepthNote } from './depth.ts';

afterEach(() => depthStore.clear());

const others: readonly DepthStatus[] = ['notStarted', 'loading', 'old', 'error'];

it('is there for decisions only while it is received', () => {
  const rows = [emptyDepthRow];
  depthStore.set(7, { rows, seq: 1, status: 'received' });
  expect(depthNow(7)).toBe(rows);
  for (const status of others) {
    depthStore.setStatus(7, status);
    expect(depthNow(7)).toBeNull();
    expect(lastDepth(7).rows).toBe(rows);
  }
});

it('has a note while rows are shown that are not received', () => {
  expect(oldDepthNote({ rows: [emptyDepthRow], status: 'received' })).toBeNull();
  for (const status of others) {
    expect(oldDepthNote({ rows: [emptyDepthRow], status })).toBe('depth is old');
    expect(oldDepthNote({ rows: [], status })).toBeNull();
  }
});
