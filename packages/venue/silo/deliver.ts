// The delivery of one lot: both positions are closed at the MTM, the buyer pays the invoice to the seller, and the certificate gets
// its new owner.
import type { SiloAward } from '@openpit/terms';
import { postMovement } from '../clearing/clear-day.ts';
import { bookBothSides, partOf } from '../expiry/close-out.ts';
import { mustExist } from '../kernel/assert.ts';
import { isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { asMoney, asPrice, type Money, type Price } from '../kernel/units.ts';
import type { Account } from '../positions/position-ledger.ts';
import { contractNamed } from '../reference/market.ts';
import { changeCert, putLot, type SiloContext } from './silo-context.ts';
import type { SiloLot } from './silo-events.ts';

/** `premium`: 0 for an allocation. */
export function deliverLot(
  context: SiloContext,
  lot: SiloLot,
  { to, award, premium }: { readonly to: Account; readonly award: SiloAward; readonly premium: Price },
): void {
  const { state, market, emit } = context;
  const { silo, clearing, deals } = state;
  const { siloCertSeq, siloReceiptNo, tons, lots, mtm, differential, discount, seller } = lot;
  const contract = contractNamed(market, lot.contract);
  const businessDay = isoDate(market.businessDay);
  const { member, principal, subAccount } = to;
  const decided = award === 'bid' ? 'Awarded' : 'Allocated';
  const tendered = mustExist(silo.certs.get(siloReceiptNo), `no certificate ${siloReceiptNo}`);
  const cert = changeCert(context, tendered, { state: decided });
  putLot(context, { ...lot, state: decided });

  // The short buys its future back, the long sells it.
  bookBothSides(context, contract, {
    buyer: partOf(seller, lots).owner,
    seller: partOf(to, lots).owner,
    lots,
    price: mtm,
    origin: 'delivery',
    linkedGroup: deals.takeLinkedGroup(),
  });
  const storage = storageOf(context, lot);
  const perTon = asPrice(mtm - differential - discount + premium);
  const amount = asMoney(perTon * tons + storage.amount);
  const vatNumbers = { seller: vatNumberOf(context, seller), buyer: vatNumberOf(context, to) };
  const vat = vatNumbers.seller === null ? asMoney(0) : vatOn(amount, market.rules.deliveryVatPercent ?? 0);
  const paidAmount = asMoney(amount + vat);
  const invoiceSeq = silo.take('invoiceSeq');
  const invoiced = changeCert(context, cert, { state: 'Invoiced' });
  emit({
    kind: 'siloDelivered',
    businessDay,
    invoiceSeq,
    siloCertSeq,
    siloReceiptNo,
    contract: contract.name,
    lots,
    tons,
    award,
    mtm,
    differential,
    discount,
    premium,
    storageDays: storage.days,
    storageRate: storage.rate,
    storage: storage.amount,
    amount,
    vat,
    vatNumbers,
    buyer: { member, principal, subAccount },
    seller,
  });
  const paid = { day: businessDay, movement: 'delivery' } as const;
  const deliveryWith = (counterparty: string) => ({
    contract: contract.name,
    lots,
    counterparty,
    invoiceSeq,
  });
  postMovement(context, clearing.account(principal, member), {
    ...paid,
    amount: asMoney(0 - paidAmount),
    delivery: deliveryWith(seller.principal),
  });
  postMovement(context, clearing.account(seller.principal, seller.member), {
    ...paid,
    amount: paidAmount,
    delivery: deliveryWith(principal),
  });
  changeCert(context, invoiced, { state: 'Held', siloCertSeq: null, member, principal });
}

/** The VAT number of a member or a client; null if it is not registered for VAT. */
const vatNumberOf = ({ market }: SiloContext, { principal }: Pick<Account, 'principal'>): string | null =>
  (market.members.get(principal) ?? market.clients.get(principal))?.vatNumber ?? null;

/** The VAT on an amount, rounded to the cent, a half away from zero. */
const vatOn = (amount: Money, percent: number): Money =>
  asMoney(Math.sign(amount) * Math.floor((Math.abs(amount) * percent + 50) / 100));

/** Rate × days × tons. Days are calendar days from today to the last that is paid: below 0 if storage is unpaid. */
function storageOf(
  { state, market }: SiloContext,
  { location, storagePaidUntil, tons }: SiloLot,
): { readonly days: number; readonly rate: Price; readonly amount: Money } {
  const { data } = state.silo;
  const rate = data?.locations.find(({ code }) => code === location)?.storageRate ?? asPrice(0);
  const paidUntil = mustExist(parseIsoDate(storagePaidUntil), `"${storagePaidUntil}" is not a date`);
  const days = paidUntil - market.businessDay;
  // Adding 0 turns −0, which JSON cannot represent, into 0.
  return { days, rate, amount: asMoney(rate * days * tons + 0) };
}
