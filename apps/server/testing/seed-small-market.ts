// For tests: the small market of the venue's test kit, opened through the order gateway.
import { type Command, lots, type OrderGateway, type Outcome, type ReferenceData } from '@openpit/venue';
import { orderFlags, smallMarket, testOperator } from '@openpit/venue/testing';

const dealers = {
  abdul: { member: 'KAND', dealer: 'ABD' },
  denise: { member: 'VELD', dealer: 'DEN' },
} as const;
export type SmallMarketUser = keyof typeof dealers;

interface HasGateway {
  readonly gateway: Pick<OrderGateway, 'submit'>;
}

export const operate = ({ gateway }: HasGateway, command: Command): Promise<Outcome> =>
  gateway.submit({ by: testOperator, requestId: null, command });

export const send = (
  { gateway }: HasGateway,
  userId: SmallMarketUser,
  command: Command,
  requestId: string | null = null,
): Promise<Outcome> => gateway.submit({ by: { kind: 'user', userId }, requestId, command });

/** Opens the market and registers these users with all order actions: one command, and three per user. */
export async function seedSmallMarket(
  market: HasGateway,
  users: readonly SmallMarketUser[] = ['abdul', 'denise'],
  referenceData: ReferenceData = smallMarket,
): Promise<void> {
  await operate(market, { kind: 'openMarket', businessDay: '2026-11-18', referenceData });
  for (const userId of users) {
    await operate(market, { kind: 'registerUser', userId, ...dealers[userId] });
    await operate(market, { kind: 'grantPermissions', userId, flags: orderFlags });
    await send(market, userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) });
  }
}
