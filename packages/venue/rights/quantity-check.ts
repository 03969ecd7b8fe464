// The quantity of an order or a reported deal: at least one lot, at most what user and operator allow (market.md, Order
// validation).
import type { Rejection } from '../kernel/rejection.ts';
import type { Lots } from '../kernel/units.ts';
import { reject } from './rights-rejections.ts';
import { effectiveMaxLots, type UserRights } from './user-rights.ts';

/** Returns null if the quantity is allowed. */
export function quantityRejection(rights: UserRights, quantity: Lots): Rejection | null {
  if (quantity < 1) return reject('quantityNotPositive');
  const { maxLots, whose } = effectiveMaxLots(rights);
  return quantity > maxLots ? reject('quantityAboveLimit', { lots: quantity, maxLots, whose }) : null;
}
