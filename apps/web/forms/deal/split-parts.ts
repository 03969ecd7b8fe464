// The parts into which the user splits a deal: the contents and the errors of each part.
import type { BodyOf, DealRow } from '@openpit/wire';
import { parseQty } from '../../market/contract-terms.ts';
import { lotsText } from '../../market/market-text.ts';
import { lotsIn, type MissingInput, missingInput } from '../parse-fields.ts';

export interface SplitPartInput {
  /** Never reused, so that a part keeps its fields when another part is removed. */
  readonly id: number;
  readonly qtyText: string;
  readonly principal: string;
  /** An empty string means no sub-account. */
  readonly subAccount: string;
  /** An empty string means the dealer of the deal. */
  readonly dealer: string;
}

/** The maximum number of parts that the market accepts. */
export const maxParts = 100;

type Part = BodyOf<'splitDeal'>['parts'][number];

const partOf = (deal: DealRow, id: number, qty: number | null): SplitPartInput => ({
  id,
  qtyText: qty === null ? '' : String(qty),
  principal: deal.principal,
  subAccount: deal.subAccount ?? '',
  dealer: deal.dealer,
});

/** Two halves of the deal; the first includes the odd lot. */
export function firstParts(deal: DealRow): readonly SplitPartInput[] {
  const half = Math.floor(deal.qty / 2);
  return [partOf(deal, 1, deal.qty - half), partOf(deal, 2, half)];
}

/** The lots not yet assigned to a part; negative if the parts exceed the deal. */
export function lotsLeft(deal: Pick<DealRow, 'qty'>, parts: readonly SplitPartInput[]): number {
  return deal.qty - parts.reduce((sum, { qtyText }) => sum + (lotsIn(qtyText) ?? 0), 0);
}

/** Adds a part with the remaining lots. */
export function withPart(deal: DealRow, parts: readonly SplitPartInput[]): readonly SplitPartInput[] {
  const left = lotsLeft(deal, parts);
  const id = Math.max(0, ...parts.map((part) => part.id)) + 1;
  return [...parts, partOf(deal, id, left > 0 ? left : null)];
}

export function parseSplit(
  deal: Pick<DealRow, 'qty'>,
  inputs: readonly SplitPartInput[],
): MissingInput | { readonly kind: 'parts'; readonly parts: readonly Part[] } {
  const parts: Part[] = [];
  for (const [at, { qtyText, principal, subAccount, dealer }] of inputs.entries()) {
    const qty = parseQty(qtyText, deal.qty);
    if ('error' in qty)
      return missingInput(
        (lotsIn(qtyText) ?? 0) > deal.qty
          ? `Part ${at + 1} has more lots than the deal.`
          : `Part ${at + 1}: ${qty.error}`,
      );
    parts.push({
      qty: qty.qty,
      principal,
      dealer: dealer.trim() || undefined,
      subAccount: subAccount || undefined,
    });
  }
  const left = lotsLeft(deal, inputs);
  if (left !== 0)
    return missingInput(
      left > 0
        ? `${lotsText(left)} of ${deal.qty} ${left === 1 ? 'is' : 'are'} not in any part yet.`
        : `The parts have ${lotsText(-left)} more than the deal.`,
    );
  return { kind: 'parts', parts };
}
