// Monitoring metrics at /metrics in the Prometheus format.
import { statfs } from 'node:fs/promises';
import type { HubMetrics } from '@openpit/signalr-server';
import { ruleVersion } from '@openpit/venue';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { lastBackupAt } from '../last-backup.ts';
import type { FileHandles } from '../limits/file-handles.ts';
import { serverVersion } from '../server-folder.ts';
import type { ThreadHealth, ThreadState } from '../thread-health.ts';
import type { CallLimits } from './limit-calls.ts';
import { localOnly } from './local-only.ts';
import type { MarketFigures, MarketSources } from './market-figures.ts';
import { metricKinds } from './metric-kinds.ts';

export interface Measured {
  readonly figures: MarketFigures;
  readonly market: MarketSources;
  readonly hub: HubMetrics;
  readonly threads: ThreadHealth;
  readonly limits: CallLimits;
  readonly handles: Pick<FileHandles, 'isOut' | 'timesOut'>;
  readonly dataFolder: string;
  /** Epoch milliseconds; `null` without HTTPS. */
  readonly certificateExpiresAt: number | null;
  /** Whether programs on other machines may also read the figures. */
  readonly isExposed: boolean;
}

/**
 * Gauges whose names end like counters' names. `nodejs_active_resources` and similar metrics contain the same figures by kind.
 */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export function metricsRoutes(measured: Measured) {
  const { figures, market, hub, threads, limits, handles, dataFolder, isExposed } = measured;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  figures.register(registry, market);
  const { counter, gauge } = metricKinds(registry);
  gauge(
    'openpit_build_info',
    'The version of the server and of the market rules, as labels; always 1',
    () => [{ labels: { version: serverVersion, rules: String(ruleVersion) }, value: 1 }],
    ['version', 'rules'],
  );
  gauge('openpit_hub_connections', 'Open hub connections', () => hub.connections);
  counter('openpit_hub_messages_in_total', 'Messages from hub clients', () => hub.messagesIn);
  counter('openpit_hub_messages_out_total', 'Messages to hub clients', () => hub.messagesOut);
  counter('openpit_hub_frames_out_total', 'Frames to hub clients', () => hub.framesOut);
  counter('openpit_hub_bytes_out_total', 'Bytes to hub clients', () => hub.bytesOut);
  gauge(
    'openpit_hub_slow_clients',
    'Hub clients that receive more slowly than they are sent to',
    () => hub.slowClients,
  );
  const { users, connections } = limits;
  counter(
    'openpit_calls_limited_total',
    'Calls and hub invocations beyond a limit of their user',
    () => users.exceeded,
  );
  gauge(
    'openpit_connections_signed_in',
    'Open TCP connections of signed-in users',
    () => connections.counts.signedIn,
  );
  gauge(
    'openpit_connections_anonymous',
    'Open TCP connections on which no signed-in user has sent a request',
    () => connections.counts.anonymous,
  );
  counter(
    'openpit_connections_closed_total',
    'TCP connections that were closed because there were too many',
    () => connections.counts.closed,
  );
  gauge('openpit_file_handles_out', 'Whether there are no file handles left (1)', () =>
    handles.isOut ? 1 : 0,
  );
  counter(
    'openpit_file_handles_out_total',
    'How often there were no file handles left',
    () => handles.timesOut,
  );
  const byThread = (figureOf: (state: ThreadState) => number) => () =>
    [...threads.states].map((state) => ({ labels: { thread: state.name }, value: figureOf(state) }));
  gauge(
    'openpit_thread_running',
    'Whether a worker thread of the server runs (1) or waits for its restart (0)',
    byThread(({ isRunning }) => (isRunning ? 1 : 0)),
    ['thread'],
  );
  counter(
    'openpit_thread_deaths_total',
    'How often a worker thread of the server has died',
    byThread(({ deaths }) => deaths),
    ['thread'],
  );
  gauge(
    'openpit_last_backup_timestamp_seconds',
    'When the last backup was completed, in seconds since 1970; 0 if there was none',
    async () => ((await lastBackupAt(dataFolder)) ?? 0) / 1000,
  );
  gauge('openpit_disk_free_bytes', 'Free space for the server on the disk of the data folder', async () => {
    const { bavail, bsize } = await statfs(dataFolder);
    return bavail * bsize;
  });
  gauge('openpit_disk_size_bytes', 'The size of the disk of the data folder', async () => {
    const { blocks, bsize } = await statfs(dataFolder);
    return blocks * bsize;
  });
  gauge(
    'openpit_certificate_expiry_timestamp_seconds',
    'When the certificate of the server expires, in seconds since 1970; 0 without HTTPS',
    () => (measured.certificateExpiresAt ?? 0) / 1000,
  );

  return async (app: FastifyInstance): Promise<void> => {
    const onRequest = isExposed ? [] : [localOnly];
    app.get('/metrics', { schema: { hide: true }, onRequest }, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  };
}
