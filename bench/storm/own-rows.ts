// Rows of the dealer of the screen, so that none of the panels is empty.
import { userCommands } from '@openpit/wire';
import { KeepAliveClient } from '../order-path/keep-alive-client.ts';
import type { WholeMarketWatcher } from './whole-market-watcher.ts';

export interface Dealer {
  readonly url: string;
  readonly token: string;
  readonly principal: string;
}

const dealtLots = 2;
const restingLots = 5;
/** The distance of a resting order below the best bid, in rand. */
const awayBy = 40;

/**
 * In each future that has options, the dealer takes the best offer and leaves a bid away from the market. Rejects when nothing
 * was accepted.
 */
export async function dealAndRest(
  { url, token, principal }: Dealer,
  { underlyings, quoteOf }: WholeMarketWatcher,
): Promise<void> {
  const client = new KeepAliveClient(url, token);
  const orders = underlyings().flatMap((contract) => {
    const { bid = null, offer = null } = quoteOf(contract) ?? {};
    return [
      ...(offer === null ? [] : [{ contract, price: offer, qty: dealtLots }]),
      ...(bid === null ? [] : [{ contract, price: bid - awayBy, qty: restingLots }]),
    ];
  });
  const replies = await Promise.all(
    orders.map(({ contract, ...order }, at) =>
      client.post(userCommands.insertOrder.path, {
        ...{ requestId: `own-${at}-${order.price}`, contract, side: 'B', type: 0 },
        ...{ capacity: 'P', principal, ...order },
      }),
    ),
  );
  client.close();
  if (!replies.some(({ status }) => status === 200))
    throw new Error(`No order of the dealer was accepted: ${replies[0]?.text ?? 'the market has no prices'}`);
}

/** Another member reports a deal that the dealer of the screen may accept. */
export async function reportDeal(
  { url, token, principal }: Dealer,
  { counterparty, contract, price }: { counterparty: string; contract: string; price: number },
): Promise<void> {
  const client = new KeepAliveClient(url, token);
  const { status, text } = await client.post(userCommands.insertUnmatchedDeal.path, {
    ...{ requestId: 'reported', contract, side: 'S', qty: 1, price, principal, counterparty },
  });
  client.close();
  if (status !== 200) throw new Error(`The reported deal was answered ${status}: ${text}`);
}
