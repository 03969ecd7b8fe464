// The phases of the exchange day. They are fetched at the start, after a reconnection, at the scheduled end of a phase, after
// announcements about the day, and every half minute in case one of these events was missed.
import {
  type ContractDateRow,
  type InstrumentRow,
  type Phase,
  type PhasesReply,
  userReads,
} from '@openpit/wire';
import { useEffect, useState } from 'react';
import { useConnection } from '../stores/connection.ts';
import { answersChanged, exchangeDayChanged } from '../transport/hub/data-sets.ts';
import { getPhases } from '../transport/static-data.ts';

export interface KnownPhases {
  readonly phases: PhasesReply | null;
  /** The reason why the last request failed, as a sentence; null if it succeeded or is still under way. */
  readonly fault: string | null;
  /** Server time minus the time of this browser, in milliseconds. */
  readonly offsetMs: number;
}

const fetchEveryMs = 30_000;
/** The pause between the end of a phase and the next request. */
const afterChangeMs = 500;

export function usePhases(): KnownPhases {
  const [knownPhases, setKnownPhases] = useState<KnownPhases>({ phases: null, fault: null, offsetMs: 0 });
  const [attempt, setAttempt] = useState(0);
  const market = useConnection((connection) => connection.market);
  useEffect(() => {
    if (market === 'Disconnected') return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchIn = (ms: number) => {
      timer = setTimeout(() => setAttempt(attempt + 1), ms);
    };
    void getPhases(stopped.signal).then((answer) => {
      if (stopped.signal.aborted) return;
      if (answer.kind !== 'ok') {
        setKnownPhases((before) => ({ ...before, fault: answer.message }));
        fetchIn(fetchEveryMs);
        return;
      }
      const phases = answer.value;
      const at = nextChangeAt(phases);
      setKnownPhases({ phases, fault: null, offsetMs: phases.serverTime - Date.now() });
      const left = at === null ? fetchEveryMs : at - phases.serverTime + afterChangeMs;
      fetchIn(Math.min(fetchEveryMs, Math.max(afterChangeMs, left)));
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [market, attempt]);
  useEffect(() => {
    const again = () => setAttempt((before) => before + 1);
    const stops = [
      exchangeDayChanged.on(again),
      answersChanged.on((calls) => {
        if (calls.includes(userReads.getPhases.path)) again();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return knownPhases;
}

/** When the phase of any group changes next, in epoch milliseconds; null if the schedule has no change. */
export function nextChangeAt({ groups }: Pick<PhasesReply, 'groups'>): number | null {
  const times = groups.flatMap(({ next }) => next?.at ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

export interface PhaseFacts {
  readonly phases: Pick<PhasesReply, 'businessDay' | 'groups'> | null;
  readonly instrument: Pick<InstrumentRow, 'settlement'> | undefined;
  readonly dates: Pick<ContractDateRow, 'firstDeliveryDay'> | undefined;
}

/** The phase of the contract's group (market/sessions.md, Phases); null while a fact is missing. */
export function phaseOfContract({ phases, instrument, dates }: PhaseFacts): Phase | null {
  if (phases === null || instrument === undefined) return null;
  const isWorld = instrument.settlement === 'cash';
  if (!isWorld && dates === undefined) return null;
  const isDelivery = dates !== undefined && phases.businessDay >= dates.firstDeliveryDay;
  const group = isWorld ? 'world' : isDelivery ? 'deliveryMonth' : 'other';
  return phases.groups.find((groupPhase) => groupPhase.group === group)?.phase ?? null;
}
