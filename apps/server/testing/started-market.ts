// For tests: the whole server in this process, on a free port and without simulated participants, and the market in it.
import type { MarketServer } from '../market-server.ts';
import { readOptions, type ServerOptions } from '../options/options.ts';
import { type RunningServer, type ServerHost, startServer } from '../server.ts';

export interface StartedMarket {
  readonly running: RunningServer;
  readonly market: MarketServer;
  readonly options: ServerOptions;
  /** The notices for the operator so far. */
  readonly notices: readonly string[];
}

/**
 * `argv`: additional options of `npm start`; `folder`: where their relative paths begin. Throws if the market stops and there is no
 * `onStopped`.
 */
export async function startMarket(
  argv: readonly string[],
  { folder, ...host }: { readonly folder: string } & Partial<Omit<ServerHost, 'startScenario' | 'notify'>>,
): Promise<StartedMarket> {
  const options = readOptions(['--port', '0', '--no-simulator', ...argv], folder);
  if (options === null) throw new Error('The options ask for help.');
  const notices: string[] = [];
  let market: MarketServer | undefined;
  const running = await startServer(options, {
    onStopped: (cause) => {
      throw cause;
    },
    notify: (_level, notice) => notices.push(notice),
    startSimulator: null,
    ...host,
    startScenario: (server) => {
      market = server;
      return async () => {};
    },
  });
  if (market === undefined) throw new Error('The server has started without its market.');
  return { running, market, options, notices };
}
