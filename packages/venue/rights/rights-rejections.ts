// The reasons why the market rejects actions that a user may not do, and accounts that cannot be used.

import { type Capacity, type PermissionFlag, permissionWords } from '@openpit/terms';
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';
import { lotsText } from '../kernel/units.ts';

export const rightsRejections = {
  userUnknown: detailed({
    when: 'a command of a user, or about one, who is not registered',
    examples: [{ userId: 'abdul' }],
    sentence: (v) => `No user ${v.userId} is registered with the market. Ask your operator.`,
  }),
  userAlreadyRegistered: detailed({
    when: 'register a user',
    examples: [{ userId: 'abdul' }],
    sentence: (v) => `User ${v.userId} is already registered.`,
  }),
  dealerUnknown: detailed({
    when: 'register a user; give a deal to another dealer',
    examples: [{ member: 'KAND', dealer: 'XXX' }],
    sentence: (v) => `Member ${v.member} has no dealer ${v.dealer}.`,
  }),
  flagUnknown: detailed({
    when: 'grant or revoke',
    examples: [{ flag: 'flyToTheMoon' }],
    sentence: (v) => `There is no permission called ${v.flag}.`,
  }),
  notPermitted: detailed<{ flag: PermissionFlag }>({
    status: 403,
    when: 'the user does not have the permission that the command needs',
    examples: [{ flag: 'deleteActiveOrder' }],
    sentence: (v) =>
      `No permission: your account may not ${permissionWords[v.flag]}. Ask your operator to allow it.`,
  }),
  operatorOnly: fixed({
    status: 403,
    when: 'a user sends a command of the operator; the HTTP interface has no such call',
    sentence: 'Only the operator of the market can do this. Nothing has changed.',
  }),
  quantityNotPositive: fixed({
    when: 'a quantity or a limit below 1, which over HTTP is bad input; or a total quantity of which no lot is left',
    sentence:
      'The quantity must be at least 1 lot. A total quantity must be above the lots that have already dealt.',
  }),
  quantityAboveLimit: detailed<{ lots: number; maxLots: number; whose: 'own' | 'operator' }>({
    when: 'above the smaller one of the user’s own maximum (first sentence) and the operator’s (second)',
    examples: [
      { lots: 12, maxLots: 10, whose: 'own' },
      { lots: 12, maxLots: 10, whose: 'operator' },
    ],
    sentence: (v) =>
      `The quantity of ${lotsText(v.lots)} is above your limit of ${v.maxLots}. ${
        v.whose === 'own'
          ? 'Send less, or raise the maximum order quantity in your preferences.'
          : 'Send less, or ask your operator to raise your limit.'
      }`,
  }),
  principalUnknown: detailed({
    when: 'the principal is neither the user’s member nor one of its clients',
    examples: [{ principal: '8001V' }],
    sentence: (v) =>
      `${v.principal} is neither your member code nor one of its clients. Pick a principal from the list.`,
  }),
  principalNotActive: detailed({
    when: 'the reference data has the member or client as not active',
    examples: [{ principal: '7777X' }],
    sentence: (v) => `${v.principal} is not active and cannot deal.`,
  }),
  capacityContradictsPrincipal: detailed<{ principal: string; capacity: Capacity; member: string }>({
    when: 'P with a client; A with the user’s member',
    examples: [
      { principal: '9996S', capacity: 'P', member: 'KAND' },
      { principal: 'KAND', capacity: 'A', member: 'KAND' },
    ],
    sentence: (v) =>
      v.capacity === 'P'
        ? `Capacity P is for your member's own book (${v.member}), not for ${v.principal}. Choose A for a client.`
        : `Capacity A is for a client, not for your member's own book. Choose P for ${v.principal}.`,
  }),
  subAccountUnknown: detailed({
    when: 'the reference data enables no such sub-account for this principal',
    examples: [{ principal: '9996S', subAccount: 'FARM' }],
    sentence: (v) => `${v.principal} has no sub-account ${v.subAccount}.`,
  }),
  timeOutOutOfRange: fixed({
    when: 'preferences: the time-out of orders',
    sentence: 'A time-out must be a whole number of seconds from 0 (never) to 86400 (a day).',
  }),
};

export const reject = rejectionsFrom(rightsRejections);
