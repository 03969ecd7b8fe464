// Where the exchange day stands, kept up: asked for at the start, when the connection stands again, when the schedule says that a phase
// is over, at once when the exchange announces something about its day, and every half minute for whatever was missed.
import type { PhasesReply } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { getPhases } from '../http/phases.ts';
import { exchangeDayChanged } from '../live/signals.ts';
import { useConnection } from '../stores/connection.ts';

export interface KnownPhases {
  readonly phases: PhasesReply | null;
  /** Why they are not known, as a sentence; null while they are, or are being asked for. */
  readonly fault: string | null;
  /** Server time less this browser's, milliseconds. */
  readonly offsetMs: number;
}

const askEveryMs = 30_000;
/** After the end of a phase, before the next answer is asked for. */
const afterChangeMs = 500;

export function usePhases(): KnownPhases & { readonly ask: () => void } {
  const [known, setKnown] = useState<KnownPhases>({ phases: null, fault: null, offsetMs: 0 });
  const [turn, setTurn] = useState(0);
  const market = useConnection((connection) => connection.market);
  useEffect(() => {
    if (market === 'Disconnected') return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askIn = (ms: number) => {
      timer = setTimeout(() => setTurn(turn + 1), ms);
    };
    void getPhases(stopped.signal).then((answer) => {
      if (stopped.signal.aborted) return;
      if (answer.kind !== 'ok') {
        setKnown((before) => ({ ...before, fault: answer.message }));
        askIn(askEveryMs);
        return;
      }
      const phases = answer.value;
      const at = nextChangeAt(phases);
      setKnown({ phases, fault: null, offsetMs: phases.serverTime - Date.now() });
      const left = at === null ? askEveryMs : at - phases.serverTime + afterChangeMs;
      askIn(Math.min(askEveryMs, Math.max(afterChangeMs, left)));
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [market, turn]);
  useEffect(() => exchangeDayChanged.on(() => setTurn((before) => before + 1)), []);
  return { ...known, ask: () => setTurn((before) => before + 1) };
}

/** The next moment at which any group changes; null when the schedule has none. */
export function nextChangeAt({ groups }: Pick<PhasesReply, 'groups'>): number | null {
  const times = groups.flatMap(({ next }) => next?.at ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
