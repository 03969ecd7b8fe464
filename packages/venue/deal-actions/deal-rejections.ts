// Why the market turns down what a member or the operator wants to do with a deal.
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';

export const dealRejections = {
  dealNotFound: detailed({ dealSeq: 812 })(
    (v) =>
      `There is no deal ${v.dealSeq} of today at your member that can be changed: not one of an earlier day, and of a pair or a delta only its legs.`,
  ),
  dealNotOpen: detailed({ dealSeq: 812, state: 'Split' })(
    (v) =>
      `Deal ${v.dealSeq} can no longer be changed: its state is ${v.state}. Act on the deals of its group that are open.`,
  ),
  dealTimeOver: detailed({ contract: 'DEC26 WMAZ' })(
    (v) =>
      `Deals in ${v.contract} can be handled from its pre-open to the end of its admin period. Wait for the next day.`,
  ),
  splitPartsNumber: detailed({ most: 100 })((v) => `A deal is split into 2 to ${v.most} parts.`),
  splitPartsDoNotAddUp: detailed({ dealSeq: 812, lots: 10, sum: 9 })(
    (v) => `The parts come to ${v.sum} lots, and deal ${v.dealSeq} has ${v.lots}. Make them add up.`,
  ),
  cumulateTooFew: fixed('Name at least two different deals to cumulate.'),
  dealsDiffer: detailed({ dealSeq: 813, first: 812, what: 'side' })(
    (v) =>
      `Deal ${v.dealSeq} has another ${v.what} than deal ${v.first}: only deals of one contract, side, principal, sub-account, dealer and origin can be cumulated.`,
  ),
  dealPricesDiffer: detailed({ dealSeq: 813, first: 812 })(
    (v) =>
      `Deal ${v.dealSeq} has another price than deal ${v.first}. Ask for the average price, or leave it out.`,
  ),
  dealPrincipalNotClient: detailed({ dealSeq: 812, principal: 'KAND' })(
    (v) =>
      `The principal of deal ${v.dealSeq} is ${v.principal}, no client: only a client's deal can be corrected.`,
  ),
  dealWithoutChange: detailed({ dealSeq: 812, what: 'principal' })(
    (v) => `Deal ${v.dealSeq} has this ${v.what} already.`,
  ),
  dealAbovePositionLimit: detailed<{
    contract: string;
    whose?: 'other' | 'shared';
    principal?: string;
    reach?: number;
    maxLots?: number;
  }>({ contract: 'DEC26 WMAZ', principal: '9996S', reach: 60, maxLots: 50 })((v) =>
    v.whose === 'other'
      ? `The deal would take the account on the other side above its position limit in ${v.contract}. Its member must choose another account, or have the limit raised.`
      : v.whose === 'shared'
        ? `The deal would take the position of ${v.principal} in ${v.contract}, in which other dealers deal too, above its limit of ${v.maxLots} lots. Choose another account, or ask your operator to raise the limit.`
        : `The deal would take the position of ${v.principal} in ${v.contract} to ${v.reach} lots; its limit is ${v.maxLots}. Choose another account, or ask your operator to raise the limit.`,
  ),
  memberIsOwn: detailed({ member: 'KAND' })(
    (v) => `${v.member} is your own member: a deal is assigned to another one.`,
  ),
  tripartiteUnknown: detailed({ client: '5044M', member: 'KAND', carryingMember: 'VELD' })(
    (v) =>
      `There is no tripartite arrangement of client ${v.client} with ${v.member} executing and ${v.carryingMember} carrying. Assign the deal instead, or have the arrangement registered.`,
  ),
  contractNotReportable: detailed({ contract: 'DEC26-MAR27 WMAZ' })(
    (v) => `Deals in ${v.contract} cannot be reported: report each leg in its own future or option.`,
  ),
  reportedPriceOutside: detailed({ price: '4500.00', low: '3833.25', high: '4236.75' })(
    (v) =>
      `The price ${v.price} is neither within today's high and low nor within 5 % of the MTM (${v.low}-${v.high}).`,
  ),
  otherPrincipalNotYours: detailed({ member: 'VELD' })(
    (v) =>
      `The account on the other side is for ${v.member} to choose. Name it only in a cross between two clients of your own.`,
  ),
  crossNotBetweenOwnClients: detailed({ member: 'KAND' })(
    (v) =>
      `${v.member} is your own member: it can be on both sides only between two different clients of yours. Name both.`,
  ),
  crossForAnother: detailed({ principal: '9104K' })(
    (v) => `The cross was captured for ${v.principal}: accept it for that client, or have it captured again.`,
  ),
  unmatchedDealNotFound: detailed({ unmatchedSeq: 31 })(
    (v) => `There is no unmatched deal ${v.unmatchedSeq} of today at your member.`,
  ),
  unmatchedDealNotCaptured: detailed({ unmatchedSeq: 32 })(
    (v) =>
      `Unmatched deal ${v.unmatchedSeq} was captured by the other side: only that side can change or withdraw it.`,
  ),
  unmatchedDealNotAddressed: detailed({ unmatchedSeq: 31 })(
    (v) => `Unmatched deal ${v.unmatchedSeq} is your own capture: it is for the other side to accept.`,
  ),
  unmatchedDealNotWaiting: detailed({ unmatchedSeq: 31, state: 'Accepted' })(
    (v) => `Unmatched deal ${v.unmatchedSeq} waits no longer: its state is ${v.state}.`,
  ),
  unmatchedDealNotEditable: detailed({ unmatchedSeq: 31, dealSeq: 812 })(
    (v) =>
      `Unmatched deal ${v.unmatchedSeq} passes on deal ${v.dealSeq} as it is. Delete it and assign the deal again.`,
  ),
  unmatchedDealWithoutChange: detailed({ unmatchedSeq: 31 })(
    (v) => `Unmatched deal ${v.unmatchedSeq} would stay as it is: change its price, quantity or account.`,
  ),
  unmatchedDealChanged: detailed({ unmatchedSeq: 32 })(
    (v) => `Unmatched deal ${v.unmatchedSeq} was changed meanwhile. Look at its terms again, then accept it.`,
  ),
  matchNotFound: detailed({ matchSeq: 406 })((v) => `There is no deal number ${v.matchSeq} of today.`),
  matchChanged: detailed({ matchSeq: 406, dealSeq: 812, state: 'Split' })(
    (v) =>
      `Deal number ${v.matchSeq} cannot be corrected: its side ${v.dealSeq} is ${v.state}, or other deals were made of it. Its member must undo that first.`,
  ),
  packageNotRepriced: detailed({ matchSeq: 406 })(
    (v) =>
      `Deal number ${v.matchSeq} belongs to a package or was not made on screen: it can be cancelled, but not be given another price.`,
  ),
  dealPriceUnchanged: detailed({ matchSeq: 406, price: '4035.20' })(
    (v) => `Deal number ${v.matchSeq} has the price ${v.price} already.`,
  ),
};

export const reject = rejectionsFrom(dealRejections);
