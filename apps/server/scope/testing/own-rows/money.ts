// Gives a person's client a movement of money and a change of its clearing.
import { asMoney } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import type { MakeOwnRows } from '../load-own-rows.ts';

export const makeOwnRows: MakeOwnRows = async ({ server }, { client: principal }) => {
  const command = { kind: 'recordPayment', principal, amount: asMoney(1_234_500) } as const;
  await server.floor.submit({ by: testOperator, requestId: null, command });
};
