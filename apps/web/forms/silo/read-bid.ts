// What the fields of a bid make: a premium for an account, or what they lack. The market checks all of it again.

import type { SiloBidRow, SiloOfferRow } from '@openpit/wire';
import type { SiloAccount } from '../../actions/dialogs.ts';
import { accountWords, lotsText } from '../../actions/silo-actions.ts';
import { readDecimal } from '../../ui/decimal-input.ts';
import { formatRand } from '../../ui/format.ts';

export interface BidFields {
  readonly principal: string;
  /** Empty for none. */
  readonly subAccount: string;
  readonly premiumText: string;
}

export const bidAccount = ({ principal, subAccount }: Omit<BidFields, 'premiumText'>): SiloAccount => ({
  principal,
  subAccount: subAccount === '' ? null : subAccount,
});

export type ReadBid =
  | { readonly kind: 'missing'; readonly reason: string }
  | {
      readonly kind: 'ready';
      readonly principal: string;
      /** Rand per ton. */
      readonly premium: number;
      /** The bid of the account that it raises; null for a first bid. */
      readonly raised: SiloBidRow | null;
    };

export interface BidFacts {
  readonly offer: Pick<SiloOfferRow, 'contract' | 'lots' | 'mtm'>;
  /** The own open bids for the lot. */
  readonly bids: readonly SiloBidRow[];
  /** Lots of the account in the future; null where positions are not known. */
  readonly net: number | null;
}

export function readBid(fields: BidFields, { offer, bids, net }: BidFacts): ReadBid {
  const account = bidAccount(fields);
  const missing = (reason: string): ReadBid => ({ kind: 'missing', reason });
  if (account.principal === '') return missing('For whom is the bid?');
  const typed = readDecimal(fields.premiumText);
  if (typed.kind === 'empty') return missing('Which premium, in rand per ton?');
  if (typed.kind === 'bad') return missing(typed.reason);
  const premium = Number(typed.text);
  if (!Number.isInteger(premium) || premium < 0 || premium > offer.mtm)
    return missing(`A premium is a whole number of rand from 0 to ${formatRand(Math.floor(offer.mtm))}.`);
  if (net !== null && net < offer.lots)
    return missing(
      net <= 0
        ? `You hold no long position in ${offer.contract} for ${accountWords(account)}. Only longs can bid.`
        : `${accountWords(account)} is long ${lotsText(net)} of ${offer.contract}, fewer than the ${offer.lots} of this lot. A lot is delivered as a whole.`,
    );
  const raised =
    bids.find((bid) => bid.principal === account.principal && bid.subAccount === account.subAccount) ?? null;
  if (raised !== null && premium <= raised.premium)
    return missing(
      `${accountWords(account)} bids ${formatRand(raised.premium)} per ton already. Bid more, or delete the bid first.`,
    );
  return { kind: 'ready', principal: account.principal, premium, raised };
}
