// Why the market turns down what a user may not do, and accounts that cannot be used.
import type { Capacity } from '@openpit/terms';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';

export const rightsRejections = {
  userUnknown: detailed({ userId: 'u-17' })(
    (v) => `No user ${v.userId} is registered with the market. Ask your operator.`,
  ),
  userAlreadyRegistered: detailed({ userId: 'u-17' })((v) => `User ${v.userId} is registered already.`),
  dealerUnknown: detailed({ member: 'KAND', dealer: 'XYZ' })(
    (v) => `Member ${v.member} has no dealer ${v.dealer}.`,
  ),
  flagUnknown: detailed({ flag: 'insertOrders' })((v) => `There is no permission called ${v.flag}.`),
  notPermitted: detailed(
    { flag: 'insertOrderOrDouble' },
    403,
  )((v) => `No permission: your account lacks "${v.flag}". Ask your operator to grant it.`),
  operatorOnly: fixed('This is for the operator of the market. Nothing was done.', 403),
  quantityNotPositive: fixed('The quantity must be at least 1 lot.'),
  quantityAboveLimit: detailed<{ lots: number; maxLots: number; whose: 'own' | 'operator' }>({
    lots: 600,
    maxLots: 500,
    whose: 'own',
  })(
    (v) =>
      `The quantity of ${v.lots} lots is above your limit of ${v.maxLots}. ${
        v.whose === 'own'
          ? 'Send less, or raise the maximum order quantity in your preferences.'
          : 'Send less, or ask your operator to raise your limit.'
      }`,
  ),
  principalUnknown: detailed({ principal: '9999Z' })(
    (v) =>
      `${v.principal} is neither your member code nor one of its clients. Pick a principal from the list.`,
  ),
  principalNotActive: detailed({ principal: '7777X' })(
    (v) => `${v.principal} is not active and cannot deal.`,
  ),
  capacityContradictsPrincipal: detailed<{ principal: string; capacity: Capacity; member: string }>({
    principal: '9996S',
    capacity: 'P',
    member: 'KAND',
  })((v) =>
    v.capacity === 'P'
      ? `Capacity P is for your member's own book (${v.member}), not for ${v.principal}. Choose A for a client.`
      : `Capacity A is for a client, not for your member's own book. Choose P for ${v.principal}.`,
  ),
  subAccountUnknown: detailed({ principal: '9996S', subAccount: 'NORTH' })(
    (v) => `${v.principal} has no sub-account ${v.subAccount}.`,
  ),
  timeOutOutOfRange: fixed('A time-out is a whole number of seconds from 0 (never) to 86400 (a day).'),
};

export const reject = rejectionsFrom(rightsRejections);
