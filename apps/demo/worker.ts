// The worker in which the market of the page runs. Messages of the page wait until the past has been played.

import type { DemoConnection } from './demo-hub.ts';
import { type DemoMarket, openDemoMarket } from './demo-market.ts';
import type { FromPage, ToPage } from './worker-line.ts';

const post = (message: ToPage) => postMessage(message);
const onFailure = (error: unknown) => console.error('The market in this page has failed.', error);

const connections = new Map<number, DemoConnection>();
let market: Promise<DemoMarket> | null = null;

addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
  if (data.kind === 'open')
    market = openDemoMarket({
      ...data.options,
      onProgress: (line) => post({ kind: 'progress', line }),
      onFailure,
    });
  void market?.then((opened) => handle(opened, data)).catch(onFailure);
});

async function handle(opened: DemoMarket, message: FromPage): Promise<void> {
  switch (message.kind) {
    case 'open':
      return post({ kind: 'opened' });
    case 'call':
      return post({ kind: 'answer', id: message.id, value: await opened.call(message.call) });
    case 'connect': {
      const { connection, id, address } = message;
      const made = opened.connect(address, {
        event: (event, payload) => post({ kind: 'event', connection, event, payload }),
        closed: () => post({ kind: 'closed', connection }),
      });
      if (made === null) return post({ kind: 'failure', id, message: "Status code '401'" });
      connections.set(connection, made);
      return post({ kind: 'answer', id, value: null });
    }
    case 'invoke': {
      const { id, connection, method, args } = message;
      try {
        return post({ kind: 'answer', id, value: await connections.get(connection)?.invoke(method, args) });
      } catch (error) {
        return post({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) });
      }
    }
    case 'close':
      connections.get(message.connection)?.close();
      connections.delete(message.connection);
  }
}
