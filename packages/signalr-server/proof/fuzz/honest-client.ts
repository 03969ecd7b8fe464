// A client of the official library that does, all through the run, what honest clients do: it calls, and it gets what is
// published. Nothing that the hostile ones do may cost it an answer or a message.
import { HttpTransportType, type ProtocolName, started } from '../../testing/serve.ts';

export interface HonestClient {
  readonly name: string;
  readonly calls: number;
  readonly longestCallMs: number;
  /** What it got, in order. */
  readonly prices: readonly number[];
  readonly problems: readonly string[];
  /** Makes no further call; resolves when the last is answered. */
  stop(): Promise<void>;
}

export async function startHonestClient(
  url: string,
  { protocol, transport }: { protocol: ProtocolName; transport: 'WebSockets' | 'LongPolling' },
): Promise<HonestClient> {
  const connection = await started(url, { protocol, transport: HttpTransportType[transport] });
  const prices: number[] = [];
  const problems: string[] = [];
  const state = { calls: 0, longestCallMs: 0, isStopped: false };
  connection.on('Price', (price: number) => {
    prices.push(price);
  });
  connection.onclose((error) => {
    if (!state.isStopped) problems.push(`closed: ${error?.message ?? 'without an error'}`);
  });
  const call = async () => {
    while (!state.isStopped) {
      const before = performance.now();
      const sum = await connection.invoke<number>('Add', state.calls, 1);
      if (sum !== state.calls + 1) problems.push(`${state.calls} + 1 is not ${sum}`);
      state.calls++;
      state.longestCallMs = Math.max(state.longestCallMs, performance.now() - before);
      // Within what one client may call.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const calling = call().catch((error: Error) => void problems.push(error.message));
  return {
    name: `${transport} ${protocol}`,
    get calls() {
      return state.calls;
    },
    get longestCallMs() {
      return state.longestCallMs;
    },
    prices,
    problems,
    async stop() {
      state.isStopped = true;
      await calling;
    },
  };
}
