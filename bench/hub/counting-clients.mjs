// The client process of the broadcast measurements: bare WebSockets that count and discard received messages.
// The clients are the same for all three systems, so that only the servers differ. Reports to the server every few
// milliseconds.
import { connect } from 'node:net';
import { FrameCounter, textFrame } from './frame-counter.mjs';

const reportEveryMs = 4;
/** The number of connections that are being opened at the same time. */
const maxOpening = 50;

let received = 0;
let frames = 0;
let ready = 0;

/** @param {{ port: number, isSocketIo: boolean, messageBytes: number }} task */
function open({ port, isSocketIo, messageBytes }) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const path = isSocketIo ? '/socket.io/?EIO=4&transport=websocket' : '/hub';
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  let hasUpgraded = false;
  let isReady = false;
  const counter = new FrameCounter((size, chunk, at) => {
    if (isReady) {
      // The only other frames are socket.io's own pings, the first after 25 s.
      frames++;
      received += isSocketIo ? 1 : size / messageBytes;
    } else if (!isSocketIo || chunk.toString('latin1', at, at + 2) === '40') {
      isReady = true;
      ready++;
    } else {
      socket.write(textFrame('40'));
    }
  });
  socket.on('data', (chunk) => {
    if (hasUpgraded) {
      counter.take(chunk);
      return;
    }
    const end = chunk.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`The response to the upgrade was: ${chunk.toString()}`);
    hasUpgraded = true;
    if (!isSocketIo) socket.write(textFrame('{"protocol":"json","version":1}\x1e'));
    counter.take(chunk.subarray(end + 4));
  });
  socket.on('error', () => socket.destroy());
}

// Ends with the benchmark.
process.on('disconnect', () => process.exit());
process.on('message', (task) => {
  const reports = connect({ port: task.reportPort, host: '127.0.0.1', noDelay: true });
  reports.on('error', () => process.exit());
  let reported = 0;
  setInterval(() => {
    if (received === reported) return;
    reported = received;
    const report = Buffer.alloc(16);
    report.writeDoubleBE(received);
    report.writeDoubleBE(frames, 8);
    reports.write(report);
  }, reportEveryMs);
  let opened = 0;
  // A few at a time, because connections above the server's backlog would be retried.
  const opening = setInterval(() => {
    for (; opened < task.clients && opened - ready < maxOpening; opened++) open(task);
    if (ready < task.clients) return;
    clearInterval(opening);
    process.send?.({ answer: { ready } });
  }, 2);
});
