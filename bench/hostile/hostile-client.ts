// A process with one signed-in user who harms: many connections that send rejected orders, expensive reads and requests for the
// whole market, as fast as half a core allows, and that open again when they are closed.
import { connect } from 'node:net';
import { dataSetIds, marketHubPath, userCommands, userReads } from '@openpit/wire';
import { WebSocket } from 'ws';
import { answerTasks, ownCpuSeconds } from '../order-path/bench-worker.ts';

export type HostileTask =
  | { readonly kind: 'open'; readonly url: string; readonly token: string; readonly member: string }
  | { readonly kind: 'attack'; readonly seconds: number };

export interface HostileResult {
  /** Replies by status. */
  readonly replies: Readonly<Record<string, number>>;
  readonly hubMessages: number;
  readonly opened: number;
  /** Share of one core. */
  readonly cpuShare: number;
}

const share = 0.5;
const sockets = 60;
const hubSockets = 24;
/** Requests on their way per connection. */
const depth = 4;

let target: Extract<HostileTask, { readonly kind: 'open' }> | null = null;
let replies: Record<string, number> = {};
let hubMessages = 0;
let opened = 0;
let requests = 0;

answerTasks<HostileTask>(async (task) => {
  if (task.kind === 'open') {
    target = task;
    return null;
  }
  return attack(task.seconds);
});

async function attack(seconds: number): Promise<HostileResult> {
  if (target === null) throw new Error('Nobody is signed in.');
  replies = {};
  hubMessages = 0;
  opened = 0;
  const cpuBefore = ownCpuSeconds();
  const beganAt = performance.now() / 1_000;
  const wires = [
    ...Array.from({ length: sockets }, () => new HttpWire()),
    ...Array.from({ length: hubSockets }, () => new HubWire()),
  ];
  for (;;) {
    const elapsed = performance.now() / 1_000 - beganAt;
    if (elapsed >= seconds) break;
    for (const wire of wires) {
      if ((ownCpuSeconds() - cpuBefore) / (performance.now() / 1_000 - beganAt) > share) break;
      wire.pump();
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const wire of wires) wire.close();
  const wall = performance.now() / 1_000 - beganAt;
  return { replies, hubMessages, opened, cpuShare: (ownCpuSeconds() - cpuBefore) / wall };
}

class HttpWire {
  #socket = this.#open();
  #onTheirWay = 0;
  #isClosed = false;

  pump(): void {
    if (this.#isClosed) {
      this.#isClosed = false;
      this.#onTheirWay = 0;
      this.#socket = this.#open();
    }
    for (; this.#onTheirWay < depth; this.#onTheirWay += 1) this.#socket.write(nextRequest());
  }

  close(): void {
    this.#socket.destroy();
  }

  #open() {
    opened += 1;
    const { hostname, port } = new URL(target?.url ?? '');
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 9)) {
        const status = chunk.toString('latin1', at + 9, at + 12);
        replies[status] = (replies[status] ?? 0) + 1;
        this.#onTheirWay -= 1;
      }
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#isClosed = true;
    });
    return socket;
  }
}

class HubWire {
  #socket = this.#open();
  #isClosed = false;
  #isFree = false;

  pump(): void {
    if (this.#isClosed) {
      this.#isClosed = false;
      this.#isFree = false;
      this.#socket = this.#open();
    }
    if (!this.#isFree) return;
    this.#isFree = false;
    const [target, args] =
      requests++ % 2 === 0
        ? ['GetMarketDisplayChunks', []]
        : ['PublishAllData', [dataSetIds.completedOrders, null]];
    this.#socket.send(`${JSON.stringify({ type: 1, target, arguments: args, invocationId: '1' })}\x1e`);
  }

  close(): void {
    this.#socket.terminate();
  }

  #open(): WebSocket {
    opened += 1;
    const { url = '', token = '' } = target ?? {};
    const address = `${url.replace('http', 'ws')}${marketHubPath}?component=Futures&access_token=${token}`;
    const socket = new WebSocket(address);
    socket.once('open', () => socket.send('{"protocol":"json","version":1}\x1e'));
    socket.on('message', (message: Buffer) => {
      hubMessages += 1;
      if (message.subarray(0, 3).toString() === '{}\x1e' || message.includes('{"type":3'))
        this.#isFree = true;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#isClosed = true;
    });
    return socket;
  }
}

function nextRequest(): string {
  const { token = '', member = '' } = target ?? {};
  requests += 1;
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  switch (requests % 4) {
    case 0:
      return `GET ${userReads.getPrices.path} HTTP/1.1\r\n${head}\r\n`;
    case 1:
      return `GET ${userReads.historyOrders.path} HTTP/1.1\r\n${head}\r\n`;
    default: {
      // Off the tick.
      const body = JSON.stringify({
        requestId: `hostile-${requests}-${process.pid}`,
        contract: 'DEC26 WMAZ',
        side: 'B',
        type: 0,
        qty: 1,
        price: 4000.01,
        capacity: 'P',
        principal: member,
      });
      return `POST ${userCommands.insertOrder.path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    }
  }
}
