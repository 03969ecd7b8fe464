// The server process of the load measurements: contracts that change all the time, and clients that each
// watch some of them. Reports how long the event loop was blocked, by writing and in total, and how much
// memory was used.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHubServer, flushSliceBoundsMs } from '@openpit/signalr-server';
import { hubMessageText, target } from './payload.mjs';

const anything = { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } };
/** Contracts change a few at a time, as on a real market, and not all at the same time. */
const stepMs = 5;

/** @type {ReturnType<typeof createHubServer>} */
let server;
/** @type {(contract: number) => void} */
let change;

function open({ messageBytes }) {
  server = createHubServer({ invocationsPerSecond: 1_000 });
  const hub = server.hub(
    '/hub',
    { methods: { Watch: { args: [anything] } }, events: { [target]: [anything] } },
    {
      handlers: {
        methods: {
          Watch(context, contracts) {
            for (const contract of contracts) context.groups.join(`c${contract}`);
          },
        },
      },
    },
  );
  const http = createServer((_request, response) => response.writeHead(404).end());
  http.on('upgrade', (request, socket, head) => {
    if (!server.handleUpgrade(request, socket, head)) socket.destroy();
  });
  change = (contract) => {
    // The message starts with the time of the change, so that clients can measure its age.
    const now = (performance.timeOrigin + performance.now()).toFixed(3);
    const update = hub.message(target, hubMessageText(messageBytes, now));
    hub.group(`c${contract}`).conflate('row', { update, snapshot: () => update });
  };
  return new Promise((resolve) =>
    http.listen(0, '127.0.0.1', () => {
      const address = http.address();
      resolve({ port: typeof address === 'object' && address !== null ? address.port : 0 });
    }),
  );
}

async function run({ contracts, perSecond, warmUpMs, measureMs }) {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let next = 0;
  let due = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // After a pause at most one change per contract: missed changes are not repeated.
    due = Math.min(contracts, due + ((nowMs - lastMs) / 1000) * contracts * perSecond);
    lastMs = nowMs;
    for (; due >= 1; due--) {
      change(next);
      next = (next + 1) % contracts;
    }
  }, stepMs);
  const bytesBefore = process.memoryUsage().rss;
  await pause(warmUpMs);
  const slicesBefore = [...server.metrics.flushSlices];
  const framesBefore = server.metrics.framesOut;
  const messagesBefore = server.metrics.messagesOut;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  await pause(measureMs);
  const cpu = process.cpuUsage(cpuBefore);
  const wallMs = performance.now() - startMs;
  delay.disable();
  clearInterval(timer);
  return {
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
    sliceBoundsMs: flushSliceBoundsMs,
    slices: server.metrics.flushSlices.map((count, i) => count - slicesBefore[i]),
    framesPerSecond: ((server.metrics.framesOut - framesBefore) / wallMs) * 1000,
    messagesPerSecond: ((server.metrics.messagesOut - messagesBefore) / wallMs) * 1000,
    cpuShare: (cpu.user + cpu.system) / 1000 / wallMs,
    grownBytes: process.memoryUsage().rss - bytesBefore,
    slowClients: server.metrics.slowClients,
    connections: server.metrics.connections,
  };
}

process.on('disconnect', () => process.exit());
process.on('message', async (task) => {
  process.send?.({ answer: task.kind === 'open' ? await open(task) : await run(task) });
});
