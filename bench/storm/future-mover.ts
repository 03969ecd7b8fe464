// Moves the futures that options are on: a dealer lifts the offer of one and hits the bid of the next time, so that its last price goes
// to and fro and every option of its series has another volatility each time. A few dozen orders a second change thousands of rows.
import { type MarketRow, paths } from '@openpit/wire';
import { KeepAliveClient } from '../order-path/keep-alive-client.ts';

export interface FutureMover {
  readonly sent: () => number;
  /** Answered otherwise than with an order. */
  readonly rejected: () => number;
  readonly stop: () => void;
}

export interface MoverTask {
  readonly url: string;
  readonly token: string;
  readonly principal: string;
  readonly contracts: readonly string[];
  readonly perSecond: number;
  readonly quoteOf: (contract: string) => Pick<MarketRow, 'bid' | 'offer'> | undefined;
}

export function moveFutures({
  url,
  token,
  principal,
  contracts,
  perSecond,
  quoteOf,
}: MoverTask): FutureMover {
  const client = new KeepAliveClient(url, token);
  const counts = { turns: 0, sent: 0, rejected: 0 };
  const timer = setInterval(() => {
    const turn = counts.turns;
    counts.turns += 1;
    const contract = contracts[turn % contracts.length];
    if (contract === undefined) return;
    const side = Math.floor(turn / contracts.length) % 2 === 0 ? 'B' : 'S';
    const quote = quoteOf(contract);
    const price = side === 'B' ? quote?.offer : quote?.bid;
    if (price === undefined || price === null) return;
    counts.sent += 1;
    client
      .post(paths.insertOrder, {
        requestId: `mover-${turn}`,
        contract,
        side,
        type: 1,
        qty: 1,
        price,
        capacity: 'P',
        principal,
      })
      .then(
        ({ status }) => {
          if (status !== 200) counts.rejected += 1;
        },
        () => {
          counts.rejected += 1;
        },
      );
  }, 1_000 / perSecond);
  return {
    sent: () => counts.sent,
    rejected: () => counts.rejected,
    stop: () => {
      clearInterval(timer);
      client.close();
    },
  };
}
