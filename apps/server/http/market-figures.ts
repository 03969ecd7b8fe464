// The market's own metrics for /metrics: commands, the queue, the journal, latencies, sessions and the lag of history. The
// sequencer reports every command here, so commands are counted in plain numbers, and labelled only when the metrics are read.
import type { GatewayUnavailable, Outcome } from '@openpit/venue';
import { Histogram, type Registry } from 'prom-client';
import type { SequencerMetrics } from '../sequencer/sequencer.ts';
import { metricKinds } from './metric-kinds.ts';

/** The sources of the figures at the moment of a reading. */
export interface MarketSources {
  readonly gateway: { readonly waiting: number; readonly oldestWaitingMs: number };
  readonly view: { readonly lastSeq: number };
  /** `null` while history has not reported. */
  readonly history: { readonly progress: { readonly seq: number } | null; readonly outage: object | null };
  readonly sessions: { countOpen(): Promise<number> };
  readonly isReady: () => boolean;
  readonly scheduleWaits: () => boolean;
}

/** Histogram buckets in seconds, from a commit on a fast disk to the age at which the queue rejects commands. */
const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

const outcomes = ['accepted', 'rejected', 'repeated'] as const;
type CommandOutcome = (typeof outcomes)[number];
type Counts = Record<CommandOutcome, number>;

const latency = (name: string, help: string) =>
  new Histogram({ name, help, buckets: latencyBounds, registers: [] });

export class MarketFigures implements SequencerMetrics {
  readonly #commands = new Map<Outcome['command'], Counts>();
  readonly #notAccepted = { venueBusy: 0, venueInterrupted: 0, outcomeUnknown: 0, venueStopped: 0 };
  readonly #append = latency('openpit_journal_append_seconds', 'Until a batch of commands was on disk');
  readonly #acknowledgement = latency(
    'openpit_acknowledgement_seconds',
    'From the submission of a command until its sender had the outcome',
  );
  readonly #dealToHub = latency(
    'openpit_deal_to_hub_seconds',
    'From a deal on disk until what it changed was passed to the hub',
  );

  appended(durationMs: number): void {
    this.#append.observe(durationMs / 1000);
  }

  published({ command, verdict, repeats, events }: Outcome, sinceDurableMs: number): void {
    let counts = this.#commands.get(command);
    if (counts === undefined) {
      counts = { accepted: 0, rejected: 0, repeated: 0 };
      this.#commands.set(command, counts);
    }
    counts[repeats === null ? verdict.kind : 'repeated'] += 1;
    if (events.some(({ kind }) => kind === 'dealMade')) this.#dealToHub.observe(sinceDurableMs / 1000);
  }

  answered(sinceSubmittedMs: number): void {
    this.#acknowledgement.observe(sinceSubmittedMs / 1000);
  }

  notAccepted(code: GatewayUnavailable['code']): void {
    this.#notAccepted[code] += 1;
  }

  /** Adds the figures to a registry. */
  register(registry: Registry, sources: MarketSources): void {
    const { gateway, view, history, sessions, isReady, scheduleWaits } = sources;
    for (const histogram of [this.#append, this.#acknowledgement, this.#dealToHub])
      registry.registerMetric(histogram);
    const { counter, gauge } = metricKinds(registry);
    counter(
      'openpit_commands_total',
      'Commands in the journal since the start, by kind and outcome',
      () =>
        [...this.#commands].flatMap(([kind, counts]) =>
          outcomes.map((outcome) => ({ labels: { kind, outcome }, value: counts[outcome] })),
        ),
      ['kind', 'outcome'],
    );
    counter(
      'openpit_commands_not_taken_total',
      'Commands that were answered with 503, by code',
      () => Object.entries(this.#notAccepted).map(([code, value]) => ({ labels: { code }, value })),
      ['code'],
    );
    gauge('openpit_ready', 'Whether the market takes commands (1), as /health/ready says', () =>
      isReady() ? 1 : 0,
    );
    gauge('openpit_schedule_waiting', 'Whether the schedule waits for the operator (1)', () =>
      scheduleWaits() ? 1 : 0,
    );
    gauge('openpit_queue_commands', 'Commands that wait for the journal', () => gateway.waiting);
    gauge(
      'openpit_queue_age_seconds',
      'The age of the command that has waited longest for the journal',
      () => gateway.oldestWaitingMs / 1000,
    );
    gauge('openpit_last_command', 'The number of the last command in the journal', () => view.lastSeq);
    gauge(
      'openpit_history_lag_commands',
      'Commands of the journal whose outcomes are not in history yet',
      () => Math.max(0, view.lastSeq - (history.progress?.seq ?? 0)),
    );
    gauge('openpit_history_readable', 'Whether candles, past deals and past orders can be read (1)', () =>
      history.outage === null ? 1 : 0,
    );
    gauge('openpit_sessions', 'Open sessions of users', () => sessions.countOpen());
  }
}
