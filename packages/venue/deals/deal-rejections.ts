// What the market says no to in actions on deals (domain §5.2): part of the one catalogue in rejections.ts.

type Details = Readonly<Record<string, string | number>>;

const d = (details: Details, name: string) => String(details[name] ?? '?');

export const dealRejections = {
  dealNotFound: {
    status: 422,
    sentence: (v: Details) =>
      `There is no deal ${d(v, 'dealSeq')} of today at your member that can be changed: not one of an earlier day, and of a pair or a delta only its legs.`,
  },
  dealNotOpen: {
    status: 422,
    sentence: (v: Details) =>
      `Deal ${d(v, 'dealSeq')} can no longer be changed: its state is ${d(v, 'state')}. Act on the deals of its group that are open.`,
  },
  dealTimeOver: {
    status: 422,
    sentence: (v: Details) =>
      `Deals in ${d(v, 'contract')} can be handled from its pre-open to the end of its admin period. Wait for the next day.`,
  },
  splitPartsNumber: {
    status: 422,
    sentence: (v: Details) => `A deal is split into 2 to ${d(v, 'most')} parts.`,
  },
  splitPartsDoNotAddUp: {
    status: 422,
    sentence: (v: Details) =>
      `The parts come to ${d(v, 'sum')} lots, and deal ${d(v, 'dealSeq')} has ${d(v, 'lots')}. Make them add up.`,
  },
  cumulateTooFew: {
    status: 422,
    sentence: () => 'Name at least two different deals to cumulate.',
  },
  dealsDiffer: {
    status: 422,
    sentence: (v: Details) =>
      `Deal ${d(v, 'dealSeq')} has another ${d(v, 'what')} than deal ${d(v, 'first')}: only deals of one contract, side, principal, sub-account, dealer and origin can be cumulated.`,
  },
  dealPricesDiffer: {
    status: 422,
    sentence: (v: Details) =>
      `Deal ${d(v, 'dealSeq')} has another price than deal ${d(v, 'first')}. Ask for the average price, or leave it out.`,
  },
  dealPrincipalNotClient: {
    status: 422,
    sentence: (v: Details) =>
      `The principal of deal ${d(v, 'dealSeq')} is ${d(v, 'principal')}, no client: only a client's deal can be corrected.`,
  },
  dealWithoutChange: {
    status: 422,
    sentence: (v: Details) => `Deal ${d(v, 'dealSeq')} has this ${d(v, 'what')} already.`,
  },
  dealAbovePositionLimit: {
    status: 422,
    sentence: (v: Details) =>
      v.whose === 'other'
        ? `The deal would take the account on the other side above its position limit in ${d(v, 'contract')}. Its member must choose another account, or have the limit raised.`
        : v.whose === 'shared'
          ? `The deal would take the position of ${d(v, 'principal')} in ${d(v, 'contract')}, in which other dealers deal too, above its limit of ${d(v, 'maxLots')} lots. Choose another account, or ask your operator to raise the limit.`
          : `The deal would take the position of ${d(v, 'principal')} in ${d(v, 'contract')} to ${d(v, 'reach')} lots; its limit is ${d(v, 'maxLots')}. Choose another account, or ask your operator to raise the limit.`,
  },
  memberUnknown: {
    status: 422,
    sentence: (v: Details) => `There is no member ${d(v, 'member')}. Pick one from the list.`,
  },
  memberNotActive: {
    status: 422,
    sentence: (v: Details) => `Member ${d(v, 'member')} is not active and cannot deal.`,
  },
  memberIsOwn: {
    status: 422,
    sentence: (v: Details) => `${d(v, 'member')} is your own member: a deal is assigned to another one.`,
  },
  tripartiteUnknown: {
    status: 422,
    sentence: (v: Details) =>
      `There is no tripartite arrangement of client ${d(v, 'client')} with ${d(v, 'member')} executing and ${d(v, 'carryingMember')} carrying. Assign the deal instead, or have the arrangement registered.`,
  },
  contractNotReportable: {
    status: 422,
    sentence: (v: Details) =>
      `Deals in ${d(v, 'contract')} cannot be reported: report each leg in its own future or option.`,
  },
  reportedPriceOutside: {
    status: 422,
    sentence: (v: Details) =>
      `The price ${d(v, 'price')} is neither within today's high and low nor within 5 % of the MTM (${d(v, 'low')}-${d(v, 'high')}).`,
  },
  otherPrincipalNotYours: {
    status: 422,
    sentence: (v: Details) =>
      `The account on the other side is for ${d(v, 'member')} to choose. Name it only in a cross between two clients of your own.`,
  },
  crossNotBetweenOwnClients: {
    status: 422,
    sentence: (v: Details) =>
      `${d(v, 'member')} is your own member: it can be on both sides only between two different clients of yours. Name both.`,
  },
  crossForAnother: {
    status: 422,
    sentence: (v: Details) =>
      `The cross was captured for ${d(v, 'principal')}: accept it for that client, or have it captured anew.`,
  },
  unmatchedDealNotFound: {
    status: 422,
    sentence: (v: Details) => `There is no unmatched deal ${d(v, 'unmatchedSeq')} of today at your member.`,
  },
  unmatchedDealNotCaptured: {
    status: 422,
    sentence: (v: Details) =>
      `Unmatched deal ${d(v, 'unmatchedSeq')} was captured by the other side: only that side can change or withdraw it.`,
  },
  unmatchedDealNotAddressed: {
    status: 422,
    sentence: (v: Details) =>
      `Unmatched deal ${d(v, 'unmatchedSeq')} is your own capture: it is for the other side to accept.`,
  },
  unmatchedDealNotWaiting: {
    status: 422,
    sentence: (v: Details) =>
      `Unmatched deal ${d(v, 'unmatchedSeq')} waits no longer: its state is ${d(v, 'state')}.`,
  },
  unmatchedDealNotEditable: {
    status: 422,
    sentence: (v: Details) =>
      `Unmatched deal ${d(v, 'unmatchedSeq')} passes on deal ${d(v, 'dealSeq')} as it is. Delete it and assign the deal anew.`,
  },
  unmatchedDealWithoutChange: {
    status: 422,
    sentence: (v: Details) =>
      `Unmatched deal ${d(v, 'unmatchedSeq')} would stay as it is: change its price, quantity or account.`,
  },
  unmatchedDealChanged: {
    status: 422,
    sentence: (v: Details) =>
      `Unmatched deal ${d(v, 'unmatchedSeq')} was changed meanwhile. Look at its terms again, then accept it.`,
  },
} as const;
