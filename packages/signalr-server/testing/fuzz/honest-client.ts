// An official client that invokes a method all the time and receives everything that is published. Despite
// the hostile clients, it must lose no completion and no message.
import type { ProtocolName } from '../../protocol/hub-protocol.ts';
import { HttpTransportType, startClient } from '../serve.ts';

interface HonestClient {
  readonly name: string;
  readonly calls: number;
  /** The received prices, in order. */
  readonly prices: readonly number[];
  readonly problems: readonly string[];
  /** Stops calling and resolves when the last call is completed. */
  stop(): Promise<void>;
}

export async function startHonestClient(
  url: string,
  { protocol, transport }: { protocol: ProtocolName; transport: 'WebSockets' | 'LongPolling' },
): Promise<HonestClient> {
  const connection = await startClient(url, { protocol, transport: HttpTransportType[transport] });
  const prices: number[] = [];
  const problems: string[] = [];
  const state = { calls: 0, isStopped: false };
  connection.on('Price', (price: number) => {
    prices.push(price);
  });
  connection.onclose((error) => {
    if (!state.isStopped) problems.push(`closed: ${error?.message ?? 'without an error'}`);
  });
  const call = async () => {
    while (!state.isStopped) {
      const sum = await connection.invoke<number>('Add', state.calls, 1);
      if (sum !== state.calls + 1) problems.push(`Add(${state.calls}, 1) returned ${sum}`);
      state.calls++;
      // Stays below the rate limit of a client.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const calling = call().catch((error: Error) => void problems.push(error.message));
  return {
    name: `${transport} ${protocol}`,
    get calls() {
      return state.calls;
    },
    prices,
    problems,
    async stop() {
      state.isStopped = true;
      await calling;
    },
  };
}
