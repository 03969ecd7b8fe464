// The client process of the load measurements: bare WebSockets that watch contracts and measure the age of
// each change when it arrives. Some of them stop reading.
import { connect } from 'node:net';
import { FrameCounter, textFrame } from './frame-counter.mjs';
import { target } from './payload.mjs';

const timeAt = `{"type":1,"target":"${target}","arguments":["`.length;
const timeLength = '1700000000000.000'.length;
/** The number of connections that are being opened at the same time. */
const maxOpening = 50;

const ages = [];
let ready = 0;
let isMeasuring = false;

function open({ port, contracts, watched, stalled }, index) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const isStalled = index < stalled;
  socket.write(
    'GET /hub HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  let hasUpgraded = false;
  let isReady = false;
  // Each client watches a different set of contracts.
  const names = Array.from({ length: watched }, (_, i) => (index * 7 + i * 13) % contracts);
  const counter = new FrameCounter((_size, chunk, at) => {
    if (!isReady) {
      isReady = true;
      ready++;
      socket.write(textFrame(`{"type":1,"target":"Watch","arguments":[${JSON.stringify(names)}]}\x1e`));
      if (isStalled) socket.pause();
    } else if (isMeasuring && chunk.length >= at + timeAt + timeLength) {
      // The first change of a frame is the oldest.
      const sentMs = Number(chunk.toString('latin1', at + timeAt, at + timeAt + timeLength));
      if (sentMs > 0) ages.push(performance.timeOrigin + performance.now() - sentMs);
    }
  });
  socket.on('data', (chunk) => {
    if (hasUpgraded) {
      counter.take(chunk);
      return;
    }
    hasUpgraded = true;
    socket.write(textFrame('{"protocol":"json","version":1}\x1e'));
    counter.take(chunk.subarray(chunk.indexOf('\r\n\r\n') + 4));
  });
  socket.on('error', () => socket.destroy());
  // The server closes a client that sends nothing for 30 s.
  setInterval(() => socket.writable && socket.write(textFrame('{"type":6}\x1e')), 10_000).unref();
}

process.on('disconnect', () => process.exit());
process.on('message', (task) => {
  if (task.kind === 'measure') {
    ages.length = 0;
    isMeasuring = true;
    process.send?.({ answer: {} });
  } else if (task.kind === 'report') {
    isMeasuring = false;
    const sorted = Float64Array.from(ages).sort();
    const at = (share) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    process.send?.({ answer: { frames: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) } });
  } else {
    let opened = 0;
    const opening = setInterval(() => {
      for (; opened < task.clients && opened - ready < maxOpening; opened++) open(task, opened);
      if (ready < task.clients) return;
      clearInterval(opening);
      process.send?.({ answer: { ready } });
    }, 2);
  }
});
