// The words for movements and for the other values of clearing.
import type { ClearingRow, MovementRow } from '@openpit/wire';

export const movementWords: Readonly<Record<MovementRow['movement'], string>> = {
  variationMargin: 'Variation margin',
  initialMargin: 'Initial margin',
  bookingFee: 'Booking fees',
  interest: 'Interest',
  payment: 'Payment',
  delivery: 'Delivery of silo certificates',
  deliveryPenalty: 'Penalty for no delivery',
};

/** From the account's side. */
export const statusWords: Readonly<Record<ClearingRow['status'], string>> = {
  payable: 'To pay',
  receivable: 'To receive',
  settled: 'Settled',
};

export const agreementWords = { own: 'Own', client: 'Client' } as const;
