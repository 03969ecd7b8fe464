// Moves the futures that have options: a dealer takes the offer of each, and the next time its bid, so that the last price
// alternates and every option of the series gets another volatility. A few dozen orders per second change thousands of rows.
import { type MarketRow, userCommands } from '@openpit/wire';
import { KeepAliveClient } from '../order-path/keep-alive-client.ts';

interface FutureMover {
  readonly sent: () => number;
  /** Orders that were not accepted. */
  readonly rejected: () => number;
  readonly stop: () => void;
}

interface MoverTask {
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
  const counts = { rounds: 0, sent: 0, rejected: 0 };
  const timer = setInterval(() => {
    const round = counts.rounds;
    counts.rounds += 1;
    const contract = contracts[round % contracts.length];
    if (contract === undefined) return;
    const side = Math.floor(round / contracts.length) % 2 === 0 ? 'B' : 'S';
    const quote = quoteOf(contract);
    const price = side === 'B' ? quote?.offer : quote?.bid;
    if (price === undefined || price === null) return;
    counts.sent += 1;
    client
      .post(userCommands.insertOrder.path, {
        requestId: `mover-${round}`,
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
