// Figures for monitoring at /metrics in the Prometheus format.
import type { HubMetrics } from '@openpit/signalr-server';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { localOnly } from './local-only.ts';

/** `isExposed`: whether programs on other machines may read them, too. */
export function metricsRoutes(hub: HubMetrics, { isExposed }: { readonly isExposed: boolean }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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

  return async (app: FastifyInstance): Promise<void> => {
    const onRequest = isExposed ? [] : [localOnly];
    app.get('/metrics', { schema: { hide: true }, onRequest }, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  };
}
