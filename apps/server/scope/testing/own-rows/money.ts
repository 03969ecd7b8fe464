// Gives a person's client a movement of money, a change of its clearing, and an early valuation.
import { asMoney } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import type { MakeOwnRows } from '../load-own-rows.ts';

export const makeOwnRows: MakeOwnRows = async ({ server }, { client: principal }) => {
  const command = { kind: 'recordPayment', principal, amount: asMoney(1_234_500) } as const;
  await server.floor.submit({ by: testOperator, requestId: null, command });
  await server.floor.submit({ by: testOperator, requestId: null, command: { kind: 'valueMarket' } });
};
