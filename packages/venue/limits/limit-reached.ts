// Announces deals at a daily limit to everyone, once a day per contract and limit.
import { type AnnouncementMade, announce } from '../announcements/announcements-module.ts';
import type { Contract } from '../contracts/contract.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { amountText, type Price } from '../kernel/units.ts';
import { isAtLimit, type LimitsState } from './limits.ts';

/** Announces a reached limit. Call it for each deal in an outright contract. */
export function announceLimitReached(
  context: CommandContext<LimitsState, AnnouncementMade>,
  contract: Contract,
  price: Price,
): void {
  const { limits } = context.state;
  const ownLimits = limits.of(contract);
  if (ownLimits === null || !isAtLimit(ownLimits, price)) return;
  const edge = price === ownLimits.high ? 'upper' : 'lower';
  const limit = `${contract.name} ${edge}`;
  if (limits.announced.has(limit)) return;
  limits.announced.add(limit);
  announce(context, 'Limit', `${contract.name} has dealt at its ${edge} limit of ${amountText(price)}.`);
}
