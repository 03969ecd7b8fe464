import { emptyDepthRow } from '@openpit/wire';
import { afterEach, expect, it } from 'vitest';
import { type DepthStatus, depthStore } from '../stores/stores.ts';
import { setFormatLocale } from '../ui/format.ts';
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

it('has a note with its own time while rows are shown that are not received', () => {
  setFormatLocale('en-GB');
  const at = Date.parse('2026-11-28T14:04:12Z');
  const note = () => oldDepthNote(lastDepth(7));
  for (const status of others) {
    depthStore.set(7, { rows: [emptyDepthRow], seq: 1, status: 'received' });
    expect(note()).toBeNull();
    depthStore.setStatus(7, status, at);
    depthStore.setStatus(7, 'loading', at + 60_000);
    depthStore.setStatus(7, status, at + 90_000);
    expect(note()).toBe('depth as of 16:04:12');
    depthStore.setStatus(7, 'received');
    expect(note()).toBeNull();
  }
  depthStore.set(7, { rows: [], seq: 1, status: 'received' });
  depthStore.setStatus(7, 'old');
  expect(note()).toBeNull();
  setFormatLocale(undefined);
});
