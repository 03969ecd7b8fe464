// Gives each person rows of all data sets that belong to members. A new data set adds a function.
import { asMoney } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { userCommands } from '@openpit/wire';
import type { ScopeFixture } from './fixture.ts';
import type { Person } from './people.ts';

type MakeOwnRows = (fixture: ScopeFixture, person: Person) => Promise<void>;

/** Gives a person's client a movement of money, a change of its clearing, and an early valuation. */
const money: MakeOwnRows = async ({ server }, { client: principal }) => {
  const command = { kind: 'recordPayment', principal, amount: asMoney(1_234_500) } as const;
  await server.gateway.submit({ by: testOperator, requestId: null, command });
  await server.gateway.submit({ by: testOperator, requestId: null, command: { kind: 'valueMarket' } });
};

/** Gives a person rows and changes of orders, completed orders, deals, reported deals and positions. */
const ordersAndDeals: MakeOwnRows = async (fixture, person) => {
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

/** Gives a person's client a bid, an allocation, an invoice and a certificate of a delivery, and a position that is still to be delivered. */
const silo: MakeOwnRows = async (fixture, person) => {
  const siloCertSeq = await fixture.siloLot(person);
  const { client: principal } = person;
  await fixture.send(person, 'insertSiloCertAuctionBid', { siloCertSeq, principal, premium: 12 });
  await fixture.awardSiloLots();
  await fixture.dealTo(person, 2);
};

export const ownRows: readonly MakeOwnRows[] = [money, ordersAndDeals, silo];
