// Undo and redo for the layout on screen. Consecutive small changes to one thing, such as moving a panel with the arrow keys,
// count as one step. Pure: the caller passes the time.
import type { LayoutDocument } from '@openpit/wire';
import { isSame } from './keyed-store.ts';

export interface LayoutHistory {
  /** The layout before each change, the oldest first. */
  readonly past: readonly LayoutDocument[];
  /** The undone layouts; the last is the next to redo. */
  readonly future: readonly LayoutDocument[];
  /** The subject of the last change, and its time (epoch milliseconds). */
  readonly last: { readonly subject: string; readonly at: number } | null;
}

export const noHistory: LayoutHistory = { past: [], future: [], last: null };
export const maxSteps = 30;
/** Changes to one thing within this time of each other are one step. */
const runMs = 1_000;

/** `before` is the layout before the change. `subject` names the thing that changes; null makes the change a separate step. */
export function withChange(
  { past, future, last }: LayoutHistory,
  before: LayoutDocument,
  { subject, at }: { readonly subject: string | null; readonly at: number },
): LayoutHistory {
  const goesOn =
    subject !== null &&
    future.length === 0 &&
    last !== null &&
    last.subject === subject &&
    at - last.at < runMs;
  return {
    past: goesOn ? past : [...past, before].slice(-maxSteps),
    future: [],
    last: subject === null ? null : { subject, at },
  };
}

export interface LayoutStep {
  readonly document: LayoutDocument;
  readonly history: LayoutHistory;
}

/** Returns null if there is nothing to undo. The layout keeps its current name, and panels keep their current z. */
export function undo({ past, future }: LayoutHistory, now: LayoutDocument): LayoutStep | null {
  const before = past.at(-1);
  if (before === undefined) return null;
  return {
    document: { ...withStackOf(before, now), name: now.name },
    history: { past: past.slice(0, -1), future: [...future, now], last: null },
  };
}

export function redo({ past, future }: LayoutHistory, now: LayoutDocument): LayoutStep | null {
  const after = future.at(-1);
  if (after === undefined) return null;
  return {
    document: { ...withStackOf(after, now), name: now.name },
    history: { past: [...past, now], future: future.slice(0, -1), last: null },
  };
}

/** `layout` with the z that its panels have in `shown`. */
function withStackOf(layout: LayoutDocument, shown: LayoutDocument): LayoutDocument {
  const heights = new Map(shown.columns.map(({ id, coordinates }) => [id, coordinates.z]));
  return {
    ...layout,
    columns: layout.columns.map((column) => {
      const z = heights.get(column.id) ?? column.coordinates.z;
      return z === column.coordinates.z ? column : { ...column, coordinates: { ...column.coordinates, z } };
    }),
  };
}

/** Whether two layouts are equal except for z, which alone is no reason to save. */
export function isSameBesideStack(a: LayoutDocument, b: LayoutDocument): boolean {
  return isSame(withStackOf(a, b), b);
}
