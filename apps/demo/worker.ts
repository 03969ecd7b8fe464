// The worker in which the market of the page runs. Messages of the page wait until the past has been simulated.

import type { DemoConnection } from './demo-hub.ts';
import { type DemoMarket, openDemoMarket } from './demo-market.ts';
import type { FromPage, ToPage } from './worker-line.ts';

const post = (message: ToPage) => postMessage(message);
const onFailure = (error: unknown) => console.error('The market in this page has failed.', error);

const connections = new Map<number, DemoConnection>();
let market: Promise<DemoMarket> | null = null;

addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
  if (data.kind === 'open') {
    const onProgress = (line: string) => post({ kind: 'progress', line });
    market = openDemoMarket({ ...data.options, onProgress, onFailure });
    market.then(
      () => post({ kind: 'opened' }),
      (error) => post({ kind: 'failed', message: sentenceOf(error) }),
    );
    return;
  }
  void market?.then(async (opened) => {
    try {
      const value = await answer(opened, data);
      if ('id' in data) post({ kind: 'answer', id: data.id, value });
    } catch (error) {
      if ('id' in data) post({ kind: 'failure', id: data.id, message: sentenceOf(error) });
      else onFailure(error);
    }
  });
});

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function answer(opened: DemoMarket, message: Exclude<FromPage, { kind: 'open' }>): Promise<unknown> {
  switch (message.kind) {
    case 'call':
      return await opened.call(message.call);
    case 'connect': {
      const { connection, address } = message;
      const demoConnection = opened.connect(address, {
        event: (event, payload) => post({ kind: 'event', connection, event, payload }),
        closed: () => post({ kind: 'closed', connection }),
      });
      // As the client library says it; the page signs out.
      if (demoConnection === null) throw new Error("Status code '401'");
      connections.set(connection, demoConnection);
      return null;
    }
    case 'invoke':
      return await connections.get(message.connection)?.invoke(message.method, message.args);
    case 'close':
      connections.get(message.connection)?.close();
      connections.delete(message.connection);
      return null;
  }
}
