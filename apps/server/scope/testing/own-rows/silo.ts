// Gives a person's client a bid, an allocation, an invoice and a certificate of a delivery, and a position that is still to be delivered.
import type { MakeOwnRows } from '../load-own-rows.ts';

export const makeOwnRows: MakeOwnRows = async (fixture, person) => {
  const siloCertSeq = await fixture.siloLot(person);
  const { client: principal } = person;
  await fixture.send(person, 'insertSiloCertAuctionBid', { siloCertSeq, principal, premium: 12 });
  await fixture.awardSiloLots();
  await fixture.dealTo(person, 2);
};
