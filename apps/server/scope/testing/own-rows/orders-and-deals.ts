// Gives a person rows and changes of orders, completed orders, deals, reported deals and positions.
import { userCommands } from '@openpit/wire';
import type { MakeOwnRows } from '../load-own-rows.ts';

/** A dealer's whole day. */
export const makeOwnRows: MakeOwnRows = async (fixture, person) => {
  await fixture.order(person, { contract: 'JUL27 CORN', price: 3200 });
  const activeOrderSeq = await fixture.order(person);
  await fixture.send(person, 'reduceActiveOrder', { activeOrderSeq, qty: 3 });
  await fixture.send(person, 'suspendActiveOrder', { activeOrderSeq });
  await fixture.send(person, 'resubmitActiveOrder', { activeOrderSeq });
  await fixture.send(person, 'deleteActiveOrder', { activeOrderSeq: await fixture.order(person) });
  await fixture.order(person, { contract: 'MAY27 WMAZ' });
  const rejected = { requestId: fixture.mark(person), ...fixture.bid(person), price: 99 };
  await fixture.ask(person, userCommands.insertOrder.path, rejected);
  const dealSeq = await fixture.deal(person);
  await fixture.send(person, 'correctDealPrinciple', { dealSeq, principal: person.member });
  const unmatchedSeq = await fixture.report(person);
  await fixture.send(person, 'editUnmatchedDeal', { unmatchedSeq, qty: 1 });
};
