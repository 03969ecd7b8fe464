// Figures for monitoring at /metrics in the Prometheus format.
import type { HubMetrics } from '@openpit/signalr-server';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { FileHandles } from '../limits/file-handles.ts';
import type { ThreadHealth } from '../thread-health.ts';
import type { CallLimits } from './limit-calls.ts';
import { localOnly } from './local-only.ts';
import type { MarketFigures, MarketSources } from './market-figures.ts';

export interface Measured {
  readonly figures: MarketFigures;
  readonly market: MarketSources;
  readonly hub: HubMetrics;
  readonly threads: ThreadHealth;
  readonly limits: CallLimits;
  readonly handles: Pick<FileHandles, 'isOut' | 'timesOut'>;
  /** Whether programs on other machines may read the figures, too. */
  readonly isExposed: boolean;
}

export function metricsRoutes({ figures, market, hub, threads, limits, handles, isExposed }: Measured) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  figures.register(registry, market);
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('openpit_hub_connections', 'Open hub connections', () => hub.connections);
  gauge('openpit_hub_messages_in_total', 'Messages from hub clients', () => hub.messagesIn);
  gauge('openpit_hub_messages_out_total', 'Messages to hub clients', () => hub.messagesOut);
  gauge('openpit_hub_frames_out_total', 'Frames to hub clients', () => hub.framesOut);
  gauge('openpit_hub_bytes_out_total', 'Bytes to hub clients', () => hub.bytesOut);
  gauge(
    'openpit_hub_slow_clients',
    'Hub clients that receive more slowly than they are sent to',
    () => hub.slowClients,
  );
  const { users, connections } = limits;
  gauge(
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
  gauge(
    'openpit_connections_closed_total',
    'TCP connections that were closed because there were too many',
    () => connections.counts.closed,
  );
  gauge('openpit_file_handles_out', 'Whether there are no file handles left (1)', () =>
    handles.isOut ? 1 : 0,
  );
  gauge(
    'openpit_file_handles_out_total',
    'How often there were no file handles left',
    () => handles.timesOut,
  );
  new Gauge({
    name: 'openpit_thread_running',
    help: 'Whether a worker thread of the server runs (1) or waits for its restart (0)',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      for (const { name, isRunning } of threads.states) this.set({ thread: name }, isRunning ? 1 : 0);
    },
  });
  new Gauge({
    name: 'openpit_thread_deaths_total',
    help: 'How often a worker thread of the server has died',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      for (const { name, deaths } of threads.states) this.set({ thread: name }, deaths);
    },
  });

  return async (app: FastifyInstance): Promise<void> => {
    const onRequest = isExposed ? [] : [localOnly];
    app.get('/metrics', { schema: { hide: true }, onRequest }, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  };
}
