// For tests: dealers in addition to the demonstration's.
import { readFile } from 'node:fs/promises';
import { demoMaxOrderQuantity } from '@openpit/market';
import { createUser } from '@openpit/storage';
import { lots } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { permissionFlags } from '@openpit/wire';
import { Passwords } from '../auth/passwords.ts';
import type { MarketServer } from '../market-server.ts';
import { demoPasswordHash } from '../seed/seed-market.ts';
import { demoMarketFile } from '../server-folder.ts';

export interface AddedDealer {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
}

export const emailOfAdded = (userId: string): string => `${userId}@added.example`;

interface MarketJson {
  market: { disclosesMembers: boolean };
  dealers: { code: string; member: string; branch: string; name: string }[];
  futures: object[];
}

/** A future that can be delivered while the market of the tests begins, when none of the demonstration can. */
export const deliverable = 'NOV26 WMAZ';
const inDelivery = {
  instrument: 'WMAZ',
  month: '2026-11',
  displaySeq: 999_001,
  mtm: 4_100,
  openInterest: 0,
};

/** The demonstration's reference data with these dealers; `hasDelivery`: and with the future `deliverable`. */
export async function referenceDataWith(wanted: {
  readonly disclosesMembers: boolean;
  readonly dealers: readonly AddedDealer[];
  readonly hasDelivery?: boolean;
}): Promise<object> {
  const file = JSON.parse(await readFile(demoMarketFile, 'utf8')) as MarketJson;
  const { disclosesMembers, dealers, hasDelivery = false } = wanted;
  const branchOf = (member: string) => file.dealers.find((dealer) => dealer.member === member)?.branch ?? '';
  const isNew = ({ member, dealer }: AddedDealer) =>
    !file.dealers.some((present) => present.member === member && present.code === dealer);
  const added = dealers.filter(isNew).map(({ userId, member, dealer }) => {
    return { code: dealer, member, branch: branchOf(member), name: userId };
  });
  return {
    ...file,
    market: { ...file.market, disclosesMembers },
    dealers: [...file.dealers, ...added],
    futures: hasDelivery ? [...file.futures, inDelivery] : file.futures,
  };
}

/** Creates a user for a dealer of the reference data, with a login and all permissions. */
export async function addDealer(
  { gateway, db, clock }: Pick<MarketServer, 'gateway' | 'db' | 'clock'>,
  { userId, member, dealer }: AddedDealer,
): Promise<void> {
  const operator = { by: testOperator, requestId: null } as const;
  await gateway.submit({ ...operator, command: { kind: 'registerUser', userId, member, dealer } });
  await gateway.submit({
    ...operator,
    command: { kind: 'grantPermissions', userId, flags: permissionFlags },
  });
  await gateway.submit({
    by: { kind: 'user', userId },
    requestId: null,
    command: { kind: 'setOwnMaxOrderQuantity', maxLots: lots(demoMaxOrderQuantity) },
  });
  await createUser(db, {
    userId,
    email: emailOfAdded(userId),
    displayName: userId,
    passwordHash: await demoPasswordHash(new Passwords()),
    createdAt: clock.now(),
  });
}
