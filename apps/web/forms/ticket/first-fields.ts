// The initial values of the order form, from the request, the user's defaults, and the current market.
import { type HqAccess, type MarketRow, otherSide, type PreferenceDocument, type Side } from '@openpit/wire';
import type { InsertRequest } from '../../actions/dialogs.ts';
import type { ContractTerms } from '../../market/contract-terms.ts';
import { formatPrice } from '../../ui/format.ts';
import { type PrincipalChoice, principalFor } from '../accounts.ts';
import { type OptionConversion, optionConversion, reachingVolatility } from './option-entry.ts';
import type { CandidateSide, OrderFields, SideInput, Sides } from './parse-ticket.ts';
import { firstRef, lastRef, ownRefs } from './refs.ts';

interface InitialFacts extends Pick<PreferenceDocument, 'defaults' | 'profile'> {
  readonly terms: ContractTerms;
  readonly premium: OptionConversion['premium'];
  readonly choices: readonly PrincipalChoice[];
  readonly hqAccess: HqAccess | null;
}

export function firstFields(request: InsertRequest, row: MarketRow, facts: InitialFacts): OrderFields {
  const { terms, premium, choices, hqAccess, defaults, profile } = facts;
  const single = request.kind === 'order' ? request : null;
  const account = single?.account;
  const principal =
    choices.find((choice) => choice.code === account?.principal) ??
    principalFor(defaults.capacity, choices, profile.client) ??
    principalFor('P', choices, '');
  const qty = single?.qty ?? defaults.defaultOrderQuantity;
  const volatilityText = volatilityTextOf(request, row, facts);
  const first = (side: Side, price: number | null): SideInput => ({
    side,
    qtyText: String(Math.min(qty, defaults.maxOrderQuantity)),
    priceText: price === null ? '' : formatPrice(price, terms.decimals),
    otherText: volatilityText(price, side),
  });
  const reference = single?.reference ?? row.reference;
  return {
    sides:
      single === null ? [first('B', row.bid), first('S', row.offer)] : [first(single.side, single.price)],
    type: single?.type ?? 'Normal',
    capacity: principal?.capacity ?? 'P',
    principal: principal?.code ?? '',
    ...(account?.subAccount &&
      principal?.code === account.principal && {
        account: { principal: account.principal, subAccount: account.subAccount },
      }),
    ref: firstRef(lastRef(), ownRefs(hqAccess?.dealerCode)),
    cancelsOther: false,
    referenceText:
      terms.meaning === 'volatility' && reference !== undefined
        ? formatPrice(reference, premium.decimals)
        : '',
  };
}

/** The price of the side that the user has entered, and whether the user has typed it. */
interface EnteredPrice extends Pick<CandidateSide, 'price'> {
  readonly isTyped: boolean;
}

/**
 * The sides of a double that begins with one side. Each price is the best in the market, except that the entered side keeps a
 * price that the user has typed or that does not deal with the best opposite price.
 */
export function sidesOfDouble(
  entered: SideInput,
  { price, isTyped }: EnteredPrice,
  { bid, offer }: Pick<MarketRow, 'bid' | 'offer'>,
  decimals: number,
): Sides<SideInput> {
  const { side, qtyText } = entered;
  const at = (side: Side): SideInput => {
    const best = side === 'B' ? bid : offer;
    return { side, qtyText, priceText: best === null ? '' : formatPrice(best, decimals), otherText: '' };
  };
  const isDealing =
    price !== null && (side === 'B' ? offer !== null && price >= offer : bid !== null && price <= bid);
  const kept = isTyped || (price !== null && !isDealing) ? entered : at(side);
  const other = at(otherSide(side));
  return side === 'B' ? [kept, other] : [other, kept];
}

/** The requested volatility, or the volatility of a premium if the panel shows volatilities; empty if the order is by premium. */
function volatilityTextOf(
  request: InsertRequest,
  row: MarketRow,
  { terms, premium }: Pick<InitialFacts, 'terms' | 'premium'>,
): (price: number | null, side: Side) => string {
  const option = terms.meaning === 'premium' ? optionConversion(row, terms, premium, '')?.option : null;
  const { isByVolatility = false } = request;
  const requestedVolatility = request.kind === 'order' ? request.volatility : undefined;
  return (price, side) => {
    if (requestedVolatility !== undefined && terms.meaning === 'premium')
      return formatPrice(requestedVolatility, 2);
    if (!isByVolatility || !option || price === null) return '';
    const volatility = reachingVolatility(option, price, side);
    return volatility === null ? '' : formatPrice(volatility, 2);
  };
}
