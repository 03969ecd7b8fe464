// What the exchange day says no to; part of the catalogue in rejections.ts.

type Details = Readonly<Record<string, string | number>>;

const d = (details: Details, name: string) => String(details[name] ?? '?');

export const sessionRejections = {
  sessionClosed: {
    status: 422,
    sentence: (v: Details) =>
      `${d(v, 'contract')} ${d(v, 'phase')} and takes no orders now. It takes them again ${d(v, 'opens')}.`,
  },
  instrumentHalted: {
    status: 422,
    sentence: (v: Details) =>
      `${d(v, 'instrument')} is halted (${d(v, 'reason')}): it takes no orders until it resumes. Your open orders can be deleted or suspended.`,
  },
  onlyNormalBeforeOpening: {
    status: 422,
    sentence: (v: Details) =>
      `Nothing deals in ${d(v, 'contract')} before its opening, so TOK and FOK orders are not taken. Send a Normal order, or wait for the opening.`,
  },
  holdOverNotNormal: {
    status: 422,
    sentence: () => 'Only a Normal order can be held over: a TOK or FOK order has no remainder to keep.',
  },
  holdOverDayUnusable: {
    status: 422,
    sentence: (v: Details) =>
      `The order cannot be held over until ${d(v, 'day')}: that ${d(v, 'why')}. Choose a business day after today, at the latest ${d(v, 'lastDay')}.`,
  },
  orderHeldOver: {
    status: 422,
    sentence: (v: Details) =>
      `Order ${d(v, 'activeOrderSeq')} is held over and comes back in the next pre-open. Suspend it to change it now, or delete it.`,
  },
  phaseUnchanged: {
    status: 422,
    sentence: (v: Details) => `The phase of ${d(v, 'groups')} is ${d(v, 'phase')} already.`,
  },
  instrumentUnknown: {
    status: 422,
    sentence: (v: Details) => `There is no instrument ${d(v, 'instrument')}.`,
  },
  instrumentAlreadyHalted: {
    status: 422,
    sentence: (v: Details) => `${d(v, 'instrument')} is halted already (${d(v, 'reason')}).`,
  },
  instrumentNotHalted: {
    status: 422,
    sentence: (v: Details) => `${d(v, 'instrument')} is not halted.`,
  },
  limitsNotWider: {
    status: 422,
    sentence: (v: Details) =>
      `A band of ${d(v, 'band')} does not widen the daily limits of ${d(v, 'instrument')} in any contract. Give more than there is, or look at the limits first.`,
  },
  matchNotFound: {
    status: 422,
    sentence: (v: Details) => `There is no deal number ${d(v, 'matchSeq')} of today.`,
  },
  matchChanged: {
    status: 422,
    sentence: (v: Details) =>
      `Deal number ${d(v, 'matchSeq')} cannot be corrected: its side ${d(v, 'dealSeq')} is ${d(v, 'state')} or has become of other deals. Its member must undo that first.`,
  },
  packageNotRepriced: {
    status: 422,
    sentence: (v: Details) =>
      `Deal number ${d(v, 'matchSeq')} belongs to a package or was not made on screen: it can be cancelled, but not be given another price.`,
  },
  dealPriceUnchanged: {
    status: 422,
    sentence: (v: Details) => `Deal number ${d(v, 'matchSeq')} has the price ${d(v, 'price')} already.`,
  },
  timeOutOutOfRange: {
    status: 422,
    sentence: () => 'A time-out is a whole number of seconds from 0 (never) to 86400 (a day).',
  },
  noOrdersToSuspend: {
    status: 422,
    sentence: () => 'There is no order that must be suspended.',
  },
} as const;
