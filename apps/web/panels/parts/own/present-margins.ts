// The initial margin that accounts need for their current positions. The rows of positions contain
// only the deposit of the last end of day. The server is therefore queried, and again when
// positions have changed. Nothing else changes a margin during the day.
import { type PositionRow, type PresentMargin, toCents, toRand } from '@openpit/wire';
import { createAnswer } from '../../../market/answers.ts';
import { dataSetStores } from '../../../stores/stores.ts';
import type { CallResult } from '../../../transport/calls.ts';
import { getPresentMargins } from '../../../transport/own-accounts.ts';
import type { DerivedValue } from '../row-source.ts';

interface PresentMargins {
  /**
   * Rand by positionSeq. The margin of an account and instrument is on the first of its open
   * positions.
   */
  readonly byPosition: ReadonlyMap<number, number>;
  /** Rand, of all accounts. */
  readonly total: number;
}

type AccountPosition = Pick<PositionRow, 'positionSeq' | 'principal' | 'instrument' | 'net'>;

/** The minimum interval between queries while positions keep changing. */
export const marginsIntervalMs = 1_000;
/** The interval after a request without an answer. */
export const retryMs = 10_000;

export function presentMarginsOf(
  margins: readonly PresentMargin[],
  positions: readonly AccountPosition[],
): PresentMargins {
  const unassigned = new Map(
    margins.map(({ principal, instrument, margin }) => [`${principal} ${instrument}`, margin]),
  );
  const byPosition = new Map<number, number>();
  for (const { positionSeq, principal, instrument, net } of positions.toSorted(
    (a, b) => a.positionSeq - b.positionSeq,
  )) {
    const account = `${principal} ${instrument}`;
    const margin = unassigned.get(account);
    if (net === 0 || margin === undefined) continue;
    byPosition.set(positionSeq, margin);
    unassigned.delete(account);
  }
  return { byPosition, total: toRand(margins.reduce((sum, { margin }) => sum + toCents(margin), 0)) };
}

interface PresentMarginSources {
  readonly ask: (signal: AbortSignal) => Promise<CallResult<readonly PresentMargin[]>>;
  readonly positions: () => readonly AccountPosition[];
  /** Calls back when positions have changed. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Queries the server while there are listeners. The value is null while the margins are not known. */
export function createPresentMargins({
  ask,
  positions,
  onChange,
}: PresentMarginSources): DerivedValue<PresentMargins | null> {
  const answer = createAnswer<PresentMargins | null>({
    async ask(signal) {
      const result = await ask(signal);
      if (result.kind === 'ok') return { kind: 'ok', value: presentMarginsOf(result.value, positions()) };
      // A dealer with own-only visibility gets no margins.
      return result.kind === 'rejected' && result.status === 403 ? { kind: 'ok', value: null } : result;
    },
    changes: [onChange],
    changeDelayMs: marginsIntervalMs,
    repeatAfterMs: ({ status }) => (status === 'error' ? retryMs : null),
  });
  return {
    current() {
      const state = answer.current();
      return state.status === 'success' ? state.value : null;
    },
    onChange: answer.onChange,
  };
}

const { positions } = dataSetStores;

export const presentMargins = createPresentMargins({
  ask: getPresentMargins,
  positions: () => positions.rows(),
  onChange: positions.onFlush,
});
