// The server process of the broadcast measurements: one of three systems, and a loop that broadcasts as fast
// as its clients report to have received. Plain JavaScript, so that the compiled hub runs without a loader.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { startBareWs } from './systems/bare-ws.mjs';
import { startSignalR } from './systems/signalr.mjs';
import { startSocketIo } from './systems/socket-io.mjs';

const systems = { 'bare ws': startBareWs, 'signalr-server': startSignalR, 'socket.io': startSocketIo };

/**
 * @param {import('node:net').Server | import('node:http').Server} server
 * @returns {Promise<number>} the port
 */
function listen(server) {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
}

/** The number of messages that the clients have received. They report it every few milliseconds. */
let received = 0;
let frames = 0;
let onReport = () => {};
const reports = createTcpServer((socket) => {
  socket.setNoDelay();
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = rest.length - (rest.length % 16);
    if (whole === 0) return;
    received = rest.readDoubleBE(whole - 16);
    frames = rest.readDoubleBE(whole - 8);
    rest = rest.subarray(whole);
    onReport();
  });
  socket.on('error', () => socket.destroy());
});

const http = createHttpServer((_request, response) => response.writeHead(404).end());

/**
 * @param {{ system: keyof systems, messageBytes: number, perFrame: number, clients: number, roundsInFlight: number,
 *   warmUpMs: number, measureMs: number }} task
 */
async function measure({ clients, perFrame, roundsInFlight, warmUpMs, measureMs }, broadcast) {
  const perRound = clients * perFrame;
  const start = received;
  let sent = 0;
  let isOver = false;
  const loop = new Promise((resolve) => {
    let isWaiting = false;
    const round = () => {
      if (isOver) {
        resolve(undefined);
        return;
      }
      if (sent - (received - start) > perRound * (roundsInFlight - 1)) {
        isWaiting = true;
        return;
      }
      broadcast();
      sent += perRound;
      setImmediate(round);
    };
    onReport = () => {
      if (!isWaiting) return;
      isWaiting = false;
      round();
    };
    round();
  });
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(warmUpMs);
  const before = { received, frames, cpu: process.cpuUsage(), at: performance.now() };
  await pause(measureMs);
  const cpu = process.cpuUsage(before.cpu);
  const counted = { messages: received - before.received, frames: frames - before.frames };
  const wallMs = performance.now() - before.at;
  isOver = true;
  onReport();
  await loop;
  return { ...counted, cpuMs: (cpu.user + cpu.system) / 1000, wallMs };
}

// Ends with the benchmark.
process.on('disconnect', () => process.exit());
process.on('message', async (task) => {
  if (task.kind === 'open') {
    const system = await systems[task.system](http, task);
    broadcast = system.broadcast;
    process.send?.({ answer: { port: await listen(http), reportPort: await listen(reports) } });
  } else {
    process.send?.({ answer: await measure(task, broadcast) });
  }
});

let broadcast = () => {};
