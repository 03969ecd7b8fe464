import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ManualClock } from '../clock.ts';
import { createHubServer } from '../hub-server.ts';
import { number, text } from '../testing/schemas.ts';
import { closeAll, serve, until } from '../testing/serve.ts';

afterEach(closeAll);

const contract = {
  methods: { SendRows: { args: [number] } },
  events: { Rows: [text] },
} as const;
/** Compresses to a few hundred bytes. */
const rows = 'DEC26 WMAZ 4,035.00 '.repeat(5_000);

/** A raw client after its handshake, and the hub's clock. */
async function open({ perMessageDeflate }: { readonly perMessageDeflate: boolean }) {
  const clock = new ManualClock();
  const server = createHubServer({ clock });
  server.hub('/hub', contract, {
    handlers: {
      methods: {
        SendRows(context, count) {
          for (let at = 0; at < count; at += 1) {
            context.send('Rows', rows);
            context.send('Rows', `short ${at}`);
          }
        },
      },
    },
  });
  const url = `${await serve(server)}/hub`;
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { perMessageDeflate });
  let received = '';
  socket.on('message', (data) => {
    received += String(data);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('{"protocol":"json","version":1}\x1e');
  await until(() => received !== '');
  const said = () => [...received.matchAll(/"arguments":\["([^"]*)"\]/g)].map(([, words]) => words);
  const { _socket: stream } = socket as unknown as { readonly _socket: Socket };
  return {
    clock,
    socket,
    said,
    /** Asks for this many pairs of a long and a short message; returns the bytes that they took on the network. */
    async bytesOf(count: number): Promise<number> {
      const [before, saidBefore] = [stream.bytesRead, said().length];
      socket.send(`{"type":1,"target":"SendRows","arguments":[${count}],"invocationId":"1"}\x1e`);
      await until(() => said().length === saidBefore + 2 * count);
      return stream.bytesRead - before;
    },
  };
}

it('compresses the long frames of a new connection, and keeps them in order with the others', async () => {
  const { bytesOf, said, socket } = await open({ perMessageDeflate: true });
  expect(await bytesOf(20)).toBeLessThan((20 * rows.length) / 20);
  expect(said()).toEqual(Array.from({ length: 20 }, (_, at) => [rows, `short ${at}`]).flat());
  socket.terminate();
});

it('does not compress later frames, nor those for a client that cannot read them', async () => {
  const aged = await open({ perMessageDeflate: true });
  aged.clock.advance(30_000);
  const plain = await open({ perMessageDeflate: false });
  for (const { bytesOf, said, socket } of [aged, plain]) {
    expect(await bytesOf(3)).toBeGreaterThan(3 * rows.length);
    expect(said().filter((words) => words === rows)).toHaveLength(3);
    socket.terminate();
  }
});

it('reads no frame that unpacks to more than the limit', async () => {
  const { socket } = await open({ perMessageDeflate: true });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.send('x'.repeat(8 * 1024 * 1024));
  expect(await closed).toBe(1009);
});

it('reads a message in 64 frames, and closes the connection of a client that uses more', async () => {
  const { socket, said } = await open({ perMessageDeflate: false });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const message = '{"type":1,"target":"SendRows","arguments":[1],"invocationId":"1"}\x1e';
  const sendIn = (frames: number) => {
    for (let at = 0; at < frames; at += 1) {
      const isLast = at === frames - 1;
      socket.send(isLast ? message.slice(at) : message.charAt(at), { fin: isLast });
    }
  };
  sendIn(64);
  await until(() => said().length === 2);
  sendIn(65);
  expect(await closed).toBe(1008);
});
