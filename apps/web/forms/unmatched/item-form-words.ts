// The form for an unmatched deal in words: its title, what its button will do, and what happens then.

import type { UnmatchedForm } from '../../actions/dialogs.ts';
import { itemSentence } from '../../actions/unmatched-deals.ts';
import type { ItemFields } from './read-item-form.ts';

export function formTitle(form: UnmatchedForm): string {
  if (form.kind === 'insert') return 'Report a deal';
  const { unmatchedSeq } = form.item;
  return form.kind === 'accept'
    ? `Accept unmatched deal ${unmatchedSeq}`
    : `Change unmatched deal ${unmatchedSeq}`;
}

/** "Report: Sell 5 MAR27 WMAZ at 4 060.00 to VELD". */
export function sendWords(
  form: UnmatchedForm,
  { side, contract, counterparty }: Pick<ItemFields, 'side' | 'contract' | 'counterparty'>,
  { qty, priceText }: { readonly qty: number; readonly priceText: string },
): string {
  const verb = form.kind === 'insert' ? 'Report' : form.kind === 'accept' ? 'Accept' : 'Change to';
  return `${verb}: ${itemSentence({ side, qty, contract, counterparty }, priceText)}`;
}

export interface EffectFacts {
  /** Empty while none is chosen. */
  readonly counterparty: string;
  readonly ownMember: string;
  /** The other dealer for whom it is accepted. */
  readonly dealer: string | null;
}

/** What will happen. */
export function effectText(form: UnmatchedForm, { counterparty, ownMember, dealer }: EffectFacts): string {
  const other = counterparty === '' ? 'The other member' : counterparty;
  const isCross = counterparty === ownMember && counterparty !== '';
  if (form.kind === 'accept') {
    const effect =
      form.item.type === 'reported'
        ? 'The deal is made as soon as you accept it, and your position changes.'
        : `Your member takes the deal over from ${other} as soon as you accept it, and your position changes.`;
    return dealer === null ? effect : `${effect} It is a deal of dealer ${dealer}.`;
  }
  if (isCross) return 'A dealer of your member accepts the other side; until then there is no deal.';
  return form.kind === 'edit'
    ? `${other} sees the change at once and must accept the new terms; until then there is no deal.`
    : `${other} sees it at once and must accept it; until then there is no deal.`;
}
