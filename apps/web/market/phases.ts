// The phases of the exchange day. They are requested again at the scheduled end of a phase, after announcements about the day, and every
// half minute in case one of these events was missed.
import {
  type ContractDateRow,
  type InstrumentRow,
  type Phase,
  type PhasesReply,
  userReads,
} from '@openpit/wire';
import { useSettings } from '../stores/session.ts';
import { exchangeDayChanged } from '../transport/hub/data-sets.ts';
import { getPhases } from '../transport/static-data.ts';
import { createAnswer, useAnswer } from './answers.ts';

interface KnownPhases {
  readonly phases: PhasesReply | null;
  /** The reason why the last request failed, as a sentence; null if it succeeded or is still under way. */
  readonly fault: string | null;
  /** Server time minus the time of this browser, in milliseconds. */
  readonly offsetMs: number;
}

const fetchEveryMs = 30_000;
/** The pause between the end of a phase and the next request. */
const afterChangeMs = 500;

const answer = createAnswer<Omit<KnownPhases, 'fault'>>({
  async ask(signal) {
    const result = await getPhases(signal);
    if (result.kind !== 'ok') return result;
    const phases = result.value;
    // A business day may begin with hours of another distance from UTC.
    useSettings.setState({ utcOffsetMinutes: phases.utcOffsetMinutes });
    return { kind: 'ok', value: { phases, offsetMs: phases.serverTime - Date.now() } };
  },
  call: userReads.getPhases.path,
  changes: [exchangeDayChanged.on],
  repeatAfterMs(state) {
    const phases = state.status === 'success' ? state.value.phases : null;
    const at = phases === null ? null : nextChangeAt(phases);
    const left = phases === null || at === null ? fetchEveryMs : at - phases.serverTime + afterChangeMs;
    return Math.min(fetchEveryMs, Math.max(afterChangeMs, left));
  },
});

const unknown = { phases: null, offsetMs: 0 };

export function usePhases(): KnownPhases {
  const state = useAnswer(answer);
  if (state.status === 'error') return { ...(state.last ?? unknown), fault: state.fault };
  return { ...(state.status === 'success' ? state.value : unknown), fault: null };
}

/** When the phase of any group changes next, in epoch milliseconds; null if the schedule has no change. */
export function nextChangeAt({ groups }: Pick<PhasesReply, 'groups'>): number | null {
  const times = groups.flatMap(({ next }) => next?.at ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

interface PhaseFacts {
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
