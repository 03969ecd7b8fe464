// The process of the hub clients: with the same connections as the web application's Futures panel (WebSockets, MessagePack,
// subscriptions to every contract). They count frames and messages without decoding them, because two hundred real clients
// would use more of the machine than the server. One more can follow a dealer's deals.
import { type CloseMessage, type HubMessage, MessageType, NullLogger } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { type DataSetUpdate, type DealRow, dataSets, marketHubPath, subscribeBatchSize } from '@openpit/wire';
import { WebSocket } from 'ws';
import { answerTasks, ownCpuSeconds } from './bench-worker.ts';
import { machineMs } from './deal-pairs.ts';

export type HubTask =
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly clients: number;
      /** The clients are divided among these users. */
      readonly tokens: readonly string[];
      readonly contracts: readonly string[];
    }
  | { readonly kind: 'read' }
  /** Opens a dealer's market connection, which notes when the rows of orders and deals arrive. */
  | { readonly kind: 'followDeals'; readonly url: string; readonly token: string }
  /** Answers with the rows since the last time, as `SeenRows`. */
  | { readonly kind: 'takeRows' }
  /** Closes the connections that were opened last. */
  | { readonly kind: 'close'; readonly clients: number };

export interface HubReading {
  readonly open: number;
  readonly frames: number;
  readonly messages: number;
  readonly bytes: number;
  readonly cpuSeconds: number;
}

/** By the number of the dealer's order: when its first row, and the row of its first deal, arrived, by `machineMs`. */
export interface SeenRows {
  readonly orders: ReadonlyMap<number, number>;
  readonly deals: ReadonlyMap<number, number>;
}

const protocol = new MessagePackHubProtocol();
const ping = Buffer.from(protocol.writeMessage({ type: MessageType.Ping }) as ArrayBuffer);
const handshake = '{"protocol":"messagepack","version":1}\x1e';
/** The server closes a connection that is silent for 30 s. */
const pingEveryMs = 10_000;

/** Open and subscribed, oldest first. */
let sockets: WebSocket[] = [];

const totals = { open: 0, frames: 0, messages: 0, bytes: 0 };

let seenDeals = new Map<number, number>();
let seenOrders = new Map<number, number>();
/** The mark of a data set in the bytes of each message about it: the field `dataSetId`, a text of nine characters, and its value. */
const markOf = (id: number) => Buffer.from(`\xa9dataSetId${String.fromCharCode(id)}`, 'latin1');
const dealsMark = markOf(dataSets.deals.id);
const ordersMark = markOf(dataSets.activeOrders.id);
/** The first field of an order. */
const orderField = Buffer.from('\xaeactiveOrderSeq', 'latin1');

answerTasks<HubTask>(async (task) => {
  if (task.kind === 'open')
    for (let index = 0; index < task.clients; index += 1)
      await connectCounted(task, task.tokens[index % task.tokens.length] ?? '');
  if (task.kind === 'followDeals')
    await connect({ ...task, component: 'All', contracts: [], onFrame: noteRows });
  if (task.kind === 'takeRows') {
    const taken: SeenRows = { orders: seenOrders, deals: seenDeals };
    seenDeals = new Map();
    seenOrders = new Map();
    return taken;
  }
  if (task.kind === 'close') await Promise.all(sockets.slice(-task.clients).map(disconnect));
  return { ...totals, cpuSeconds: ownCpuSeconds() } satisfies HubReading;
});

function disconnect(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.close();
  });
}

async function connectCounted(task: Extract<HubTask, { kind: 'open' }>, token: string): Promise<void> {
  const { url, contracts } = task;
  const socket = await connect({ url, token, component: 'Futures', contracts, onFrame: count });
  totals.open += 1;
  sockets.push(socket);
  socket.on('close', () => {
    totals.open -= 1;
    sockets = sockets.filter((other) => other !== socket);
  });
}

function count(frame: Buffer): void {
  totals.frames += 1;
  totals.bytes += frame.length;
  totals.messages += messagesIn(frame).length;
}

/** Decodes only the messages about deals. There are many more about orders; it reads only their numbers. */
function noteRows(frame: Buffer): void {
  const now = machineMs();
  if (frame.includes(ordersMark))
    for (const message of messagesIn(frame).filter((part) => part.includes(ordersMark)))
      for (const order of orderNumbersIn(message)) if (!seenOrders.has(order)) seenOrders.set(order, now);
  if (!frame.includes(dealsMark)) return;
  for (const part of messagesIn(frame).filter((message) => message.includes(dealsMark)))
    for (const message of parsed(part)) {
      if (message.type !== MessageType.Invocation || message.target !== 'DataSetUpdate') continue;
      for (const row of (message.arguments[0] as DataSetUpdate).rows as readonly DealRow[])
        if (row.activeOrderSeq !== null && !seenDeals.has(row.activeOrderSeq))
          seenDeals.set(row.activeOrderSeq, now);
    }
}

function orderNumbersIn(message: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = message.indexOf(orderField); at >= 0; at = message.indexOf(orderField, at + 1)) {
    const value = at + orderField.length;
    const kind = message[value] ?? 0;
    if (kind < 0x80) numbers.push(kind);
    else if (kind === 0xcc) numbers.push(message.readUInt8(value + 1));
    else if (kind === 0xcd) numbers.push(message.readUInt16BE(value + 1));
    else if (kind === 0xce) numbers.push(message.readUInt32BE(value + 1));
    else throw new Error(`The number of an order begins with the byte ${kind}.`);
  }
  return numbers;
}

interface ConnectionTask {
  readonly url: string;
  readonly token: string;
  readonly component: 'All' | 'Futures';
  /** To subscribe to. */
  readonly contracts: readonly string[];
  /** Gets each frame after the subscriptions were answered. */
  readonly onFrame: (frame: Buffer) => void;
}

/** Resolves when the hub has answered all subscriptions. */
function connect(task: ConnectionTask): Promise<WebSocket> {
  const address = new URL(marketHubPath, task.url.replace(/^http/, 'ws'));
  address.searchParams.set('component', task.component);
  address.searchParams.set('access_token', task.token);
  const socket = new WebSocket(address, { perMessageDeflate: false });
  let hasShakenHands = false;
  /** Subscriptions without an answer. */
  let awaited = 1;
  let isSubscribed = false;
  let pinging: NodeJS.Timeout | undefined;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(handshake));
    socket.on('close', (code, reason) => {
      clearInterval(pinging);
      reject(new Error(`The hub closed the connection: ${code} ${reason.toString()}`));
    });
    socket.on('message', (frame: Buffer) => {
      if (isSubscribed) task.onFrame(frame);
      else if (!hasShakenHands) {
        const end = frame.indexOf(0x1e) + 1;
        const reply = JSON.parse(frame.toString('utf8', 0, end - 1)) as { readonly error?: string };
        if (reply.error !== undefined) reject(new Error(`The hub rejected: ${reply.error}`));
        hasShakenHands = true;
        for (const contracts of batchesOf(task.contracts)) socket.send(subscription(contracts));
        awaited = Math.ceil(task.contracts.length / subscribeBatchSize);
        take(frame.subarray(end));
      } else take(frame);
    });

    function take(frame: Buffer): void {
      const messages = parsed(frame);
      const closing = messages.find((message): message is CloseMessage => message.type === MessageType.Close);
      if (closing !== undefined) reject(new Error(`The hub closed the connection: ${closing.error}`));
      for (const answer of messages) {
        if (answer.type !== MessageType.Completion) continue;
        const { Status, Unknown } = answer.result as { Status?: string; Unknown?: string[] };
        if (Status !== 'Success' || Unknown?.length !== 0)
          reject(new Error(`The subscription was answered ${JSON.stringify(answer)}.`));
        awaited -= 1;
      }
      if (awaited > 0) return;
      isSubscribed = true;
      pinging = setInterval(() => {
        if (socket.readyState === WebSocket.OPEN) socket.send(ping);
      }, pingEveryMs);
      resolve(socket);
    }
  });
}

function batchesOf(contracts: readonly string[]): string[][] {
  const starts = contracts.flatMap((_, index) => (index % subscribeBatchSize === 0 ? [index] : []));
  return starts.map((start) => contracts.slice(start, start + subscribeBatchSize));
}

function subscription(contracts: readonly string[]): Buffer {
  const message = protocol.writeMessage({
    type: MessageType.Invocation,
    invocationId: '1',
    target: 'Subscribe',
    arguments: [contracts],
    streamIds: [],
  });
  return Buffer.from(message as ArrayBuffer);
}

function parsed(frame: Buffer): HubMessage[] {
  if (frame.length === 0) return [];
  const bytes = frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.length) as ArrayBuffer;
  return protocol.parseMessages(bytes, NullLogger.instance);
}

/** Each message of a frame is preceded by its length, seven bits per byte, the lowest bits first. */
function messagesIn(frame: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < frame.length; ) {
    const start = at;
    let length = 0;
    let shift = 0;
    for (;;) {
      const byte = frame[at] ?? 0;
      at += 1;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
      shift += 7;
    }
    at += length;
    messages.push(frame.subarray(start, at));
  }
  return messages;
}
