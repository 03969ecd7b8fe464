// The two health checks for a supervisor or a load balancer. They reveal only the version and whether the market
// accepts commands, and need no sign-in.

import type { RunningSchedule } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import type { OpenedDatabase } from '@openpit/storage';
import type { FastifyInstance } from 'fastify';
import { type HistoryOutage, utcMinute } from '../history/history.ts';
import type { SequencerState } from '../sequencer/sequencer.ts';
import { serverVersion } from '../server-folder.ts';

export const livePath = '/health/live';
const readyPath = '/health/ready';

export interface HealthParts {
  readonly gateway: { readonly state: SequencerState };
  readonly view: Pick<MarketView, 'directory'>;
  /** `null` for a market without a schedule. */
  readonly schedule: Pick<RunningSchedule, 'question'> | null;
  readonly clock: { readonly isBehind: boolean };
  readonly history: { readonly outage: HistoryOutage | null };
  readonly handles: { readonly isOut: boolean };
  /** Holds users, sessions and layouts. */
  readonly database: Pick<OpenedDatabase, 'lack'>;
}

interface Readiness {
  readonly status: 'ok' | 'unavailable';
  /** The version of the server, `0.2.0`. */
  readonly version: string;
  readonly market: 'open' | 'notOpened' | 'interrupted' | 'stopping' | 'stopped';
  readonly journal: 'writable' | 'interrupted' | 'failed';
  /** Whether users can sign in, and have their layouts and preferences. */
  readonly users: 'reachable' | 'unreachable' | 'diskFull';
  /** Whether candles, past deals and past orders can be read. The server is in service without them. */
  readonly history: 'readable' | 'unreadable';
  /** `waiting`: nothing is matched until the operator has answered about the clock, but the server is in service. */
  readonly schedule: 'running' | 'waiting' | 'none';
  /** The reasons why the status is not ok, and other matters for the operator, as sentences. */
  readonly reasons: readonly string[];
}

/** Whether the server is ready, and the reasons if it is not. */
export function readiness({
  gateway,
  view,
  schedule,
  clock,
  history,
  handles,
  database,
}: HealthParts): Readiness {
  const isOpened = view.directory.businessDay !== '';
  const lacks: string[] = [];
  if (!isOpened) lacks.push('The market has not been opened yet: no reference data has been loaded.');
  if (gateway.state !== 'running') lacks.push(sentences[gateway.state]);
  const lack = database.lack();
  if (lack === 'space')
    lacks.push(
      'Nobody can sign in, and layouts and preferences cannot be saved: the disk is full. Free some space; the server notices it without a restart.',
    );
  // An interrupted market explains the lack of users, so only one sentence names the cause.
  if (lack === 'connection' && gateway.state !== 'interrupted')
    lacks.push(
      'Nobody can sign in, and layouts and preferences cannot be read: the database does not answer. The server keeps retrying.',
    );
  if (handles.isOut) lacks.push('There are no file handles left. Raise the limit with ulimit -n.');
  const waits = (schedule?.question ?? null) !== null;
  const notes: string[] = [];
  if (waits)
    notes.push(
      'The schedule waits for the operator because of the clock. server.log has the question, and the command that answers it.',
    );
  if (clock.isBehind)
    notes.push(
      'The clock is behind a time that the market has seen. No phase begins and no day ends until it has caught up.',
    );
  // A database that is away takes history with it, and the sentence above names that cause.
  if (history.outage !== null && (gateway.state !== 'interrupted' || history.outage.isDamaged))
    notes.push(
      `History has not been readable since ${utcMinute(history.outage.since)}: candles, past deals and past orders are missing. Trading does not depend on history. server.log has the cause${history.outage.isDamaged ? ', and the command that rebuilds history' : ''}.`,
    );
  return {
    status: lacks.length === 0 ? 'ok' : 'unavailable',
    version: serverVersion,
    market: gateway.state !== 'running' ? marketOf[gateway.state] : isOpened ? 'open' : 'notOpened',
    journal: journalOf[gateway.state] ?? 'writable',
    users: usersOf[lack ?? 'none'],
    history: history.outage === null ? 'readable' : 'unreadable',
    schedule: schedule === null ? 'none' : waits ? 'waiting' : 'running',
    reasons: [...lacks, ...notes],
  };
}

const usersOf = { connection: 'unreachable', space: 'diskFull', none: 'reachable' } as const;

const marketOf = {
  interrupted: 'interrupted',
  stopping: 'stopping',
  journalFailed: 'stopped',
  venueFailed: 'stopped',
} as const;

const journalOf: Readonly<Partial<Record<SequencerState, Readiness['journal']>>> = {
  interrupted: 'interrupted',
  journalFailed: 'failed',
};

const sentences: Readonly<Record<Exclude<SequencerState, 'running'>, string>> = {
  interrupted:
    'The market has paused because its database cannot be written. It continues automatically when it can be written again. The log says why.',
  stopping: 'The server is stopping.',
  journalFailed: 'The market has stopped because its journal cannot be written. The log says why.',
  venueFailed: 'The market has stopped because of a fault in itself. The log says which.',
};

/** `/health/live` answers 200 as long as the process responds; `/health/ready` answers 200, or 503 with the reasons. */
export function healthRoutes(parts: HealthParts) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(livePath, { schema: { hide: true } }, async () => ({
      status: 'ok',
      version: serverVersion,
    }));
    app.get(readyPath, { schema: { hide: true } }, async (_request, reply) => {
      const answer = readiness(parts);
      reply.status(answer.status === 'ok' ? 200 : 503);
      return answer;
    });
  };
}
