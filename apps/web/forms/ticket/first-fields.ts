// What the order form begins with: the request, the user's defaults, and the market at that moment.

import type { HqAccess, MarketRow, PreferenceDocument, Side } from '@openpit/wire';
import type { EntryRequest } from '../../actions/dialogs.ts';
import type { ContractTerms } from '../../market/contract-terms.ts';
import { formatPrice } from '../../ui/format.ts';
import { type OptionEntry, optionEntry, reachingVolatility } from './option-entry.ts';
import { type OrderFields, type PrincipalChoice, principalFor } from './order-draft.ts';
import { ownRefs } from './own-refs.ts';
import { firstRef, lastRef } from './ref-numbers.ts';

export interface Beginning extends Pick<PreferenceDocument, 'defaults' | 'profile'> {
  readonly terms: ContractTerms;
  readonly premium: OptionEntry['premium'];
  readonly choices: readonly PrincipalChoice[];
  readonly hqAccess: HqAccess | null;
}

export function firstFields(request: EntryRequest, row: MarketRow, beginning: Beginning): OrderFields {
  const { terms, premium, choices, hqAccess, defaults, profile } = beginning;
  const isDouble = request.kind === 'double';
  const asked = isDouble ? undefined : request.principal;
  const principal =
    choices.find((choice) => choice.code === asked) ??
    principalFor(defaults.capacity, choices, profile.client) ??
    principalFor('P', choices, '');
  const qty = (isDouble ? null : request.qty) ?? defaults.defaultOrderQuantity;
  const qtyText = String(Math.min(qty, defaults.maxOrderQuantity));
  const side = isDouble ? 'B' : request.side;
  const price = isDouble ? row.bid : request.price;
  const priceText = (at: number | null) => (at === null ? '' : formatPrice(at, terms.decimals));
  const volatilityText = volatilityTextOf(request, row, beginning);
  const reference = (isDouble ? undefined : request.reference) ?? row.reference;
  return {
    mode: isDouble ? 'double' : side,
    qtyText,
    priceText: priceText(price),
    otherText: volatilityText(price, side),
    offerQtyText: qtyText,
    offerPriceText: priceText(row.offer),
    offerOtherText: isDouble ? volatilityText(row.offer, 'S') : '',
    type: isDouble ? 0 : request.type,
    capacity: principal?.capacity ?? 'P',
    principal: principal?.code ?? '',
    ...(!isDouble &&
      request.subAccount &&
      principal !== null &&
      principal.code === asked && {
        account: { principal: principal.code, subAccount: request.subAccount },
      }),
    ref: firstRef(lastRef(), ownRefs(hqAccess?.dealerCode)),
    cancelsOther: false,
    referenceText:
      terms.meaning === 'volatility' && reference !== undefined
        ? formatPrice(reference, premium.decimals)
        : '',
  };
}

/** The volatility that was asked for, or that of a premium where the panel shows volatilities; empty where the order is by premium. */
function volatilityTextOf(
  request: EntryRequest,
  row: MarketRow,
  { terms, premium }: Pick<Beginning, 'terms' | 'premium'>,
): (price: number | null, side: Side) => string {
  const option = terms.meaning === 'premium' ? optionEntry(row, terms, premium, '')?.option : null;
  const { isByVolatility = false } = request;
  const given = request.kind === 'order' ? request.volatility : undefined;
  return (price, side) => {
    if (given !== undefined && terms.meaning === 'premium') return formatPrice(given, 2);
    if (!isByVolatility || !option || price === null) return '';
    const volatility = reachingVolatility(option, price, side);
    return volatility === null ? '' : formatPrice(volatility, 2);
  };
}
