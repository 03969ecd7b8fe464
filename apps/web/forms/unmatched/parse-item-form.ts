// The rules of the form for unmatched deals: how its fields are parsed, their errors, the title, the button and the stated
// effect. These checks help the dealer; the venue repeats them all (market/deals.md, Unmatched deals).
import type { BodyOf, Side, UnmatchedDealRow } from '@openpit/wire';
import type { UnmatchedForm } from '../../actions/dialogs.ts';
import type { WithoutId } from '../../actions/send.ts';
import { itemSentence } from '../../actions/unmatched-deals.ts';
import { parseQty } from '../../market/contract-terms.ts';
import { priceText } from '../../market/market-text.ts';
import { longestRef, type PriceRules, parsePrice } from '../parse-fields.ts';

export interface ItemFields {
  readonly contract: string;
  readonly side: Side;
  readonly qtyText: string;
  readonly priceText: string;
  readonly principal: string;
  /** An empty string means no sub-account. */
  readonly subAccount: string;
  /** The other member. */
  readonly counterparty: string;
  /** The other client in a cross. */
  readonly otherClient: string;
  /** The dealer who will own the accepted deal; empty for the accepting dealer. */
  readonly dealer: string;
  readonly ref: string;
}

type ItemField = 'contract' | 'qty' | 'price' | 'principal' | 'counterparty' | 'otherClient' | 'ref';
type ItemErrors = Readonly<Partial<Record<ItemField, string>>>;

export interface ItemRules {
  readonly price: PriceRules;
  readonly maxQty: number;
  /** Whether deals in the contract can be reported, which is so for listed futures and options only. */
  readonly isReportable: boolean;
  readonly ownMember: string;
  readonly ownDealer: string;
}

export type ParsedItem =
  | { readonly kind: 'insert'; readonly body: WithoutId<BodyOf<'insertUnmatchedDeal'>> }
  | { readonly kind: 'edit'; readonly body: WithoutId<BodyOf<'editUnmatchedDeal'>> }
  | { readonly kind: 'accept'; readonly body: WithoutId<BodyOf<'acceptUnmatchedDeal'>> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'errors'; readonly errors: ItemErrors };

/** The initial fields of a form. */
export function firstItemFields(
  form: UnmatchedForm,
  first: { readonly principal: string; readonly dealer: string; readonly qty: number },
): ItemFields {
  const none = { subAccount: '', counterparty: '', otherClient: '', ref: '', dealer: first.dealer };
  if (form.kind === 'insert')
    return {
      ...none,
      contract: form.contract ?? '',
      side: 'B',
      qtyText: String(first.qty),
      priceText: '',
      principal: first.principal,
    };
  const { item } = form;
  return {
    ...none,
    contract: item.contract,
    side: item.side,
    qtyText: String(item.qty),
    priceText: priceText(item.price, item),
    principal: item.principal ?? first.principal,
    subAccount: item.subAccount ?? '',
    counterparty: item.counterparty,
  };
}

export function parseItemForm(form: UnmatchedForm, fields: ItemFields, rules: ItemRules): ParsedItem {
  if (form.kind === 'accept') return readAcceptance(form.item, fields, rules);
  const qty = parseQty(fields.qtyText, rules.maxQty);
  const price = parsePrice(fields.priceText, rules.price);
  const errors: ItemErrors = {
    ...(form.kind === 'insert' && reportErrors(fields, rules)),
    ...('error' in qty && { qty: qty.error }),
    ...('error' in price && { price: price.error }),
    ...accountErrors(fields),
  };
  if ('error' in qty || 'error' in price || Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const terms = { qty: qty.qty, price: price.price.toNumber() };
  return form.kind === 'edit' ? changeOf(form.item, fields, terms) : reportOf(fields, terms);
}

function reportErrors(
  { contract, counterparty, otherClient, principal }: ItemFields,
  { isReportable, ownMember }: ItemRules,
): ItemErrors {
  const isCross = counterparty === ownMember;
  return {
    ...(contract === ''
      ? { contract: 'Type the name of the contract, such as MAR27 WMAZ.' }
      : !isReportable && { contract: 'Only deals in listed futures and options can be reported.' }),
    ...(counterparty === '' && { counterparty: 'Choose the other member, or your own for a cross.' }),
    ...(isCross &&
      (otherClient === '' || otherClient === principal) && {
        otherClient: 'A cross is between two different clients of your member. Choose the other client.',
      }),
    ...(isCross &&
      principal === ownMember && { principal: 'A cross is between two clients. Choose a client.' }),
  };
}

const accountErrors = ({ principal, ref }: Pick<ItemFields, 'principal' | 'ref'>): ItemErrors => ({
  ...(principal === '' && { principal: 'Choose your member or a client.' }),
  ...(ref.length > longestRef && { ref: `A reference has at most ${longestRef} characters.` }),
});

interface Terms {
  readonly qty: number;
  readonly price: number;
}

function reportOf(fields: ItemFields, terms: Terms): ParsedItem {
  const { contract, side, counterparty, otherClient, ref } = fields;
  const body = {
    contract,
    side,
    ...terms,
    ...accountOf(fields),
    counterparty,
    counterpartyPrincipal: otherClient || undefined,
    ref: ref || undefined,
  };
  return { kind: 'insert', body };
}

function changeOf(item: UnmatchedDealRow, fields: ItemFields, { qty, price }: Terms): ParsedItem {
  const isOtherAccount = fields.principal !== item.principal || fields.subAccount !== (item.subAccount ?? '');
  const change = {
    ...(qty !== item.qty && { qty }),
    ...(price !== item.price && { price }),
    ...(isOtherAccount && accountOf(fields)),
  };
  if (Object.keys(change).length === 0) return { kind: 'unchanged' };
  return { kind: 'edit', body: { unmatchedSeq: item.unmatchedSeq, ...change } };
}

function readAcceptance(
  { unmatchedSeq, version }: UnmatchedDealRow,
  fields: ItemFields,
  { ownDealer }: Pick<ItemRules, 'ownDealer'>,
): ParsedItem {
  const errors = accountErrors(fields);
  if (Object.keys(errors).length > 0) return { kind: 'errors', errors };
  const { ref } = fields;
  const dealer = otherDealer(fields, ownDealer);
  return {
    kind: 'accept',
    body: {
      unmatchedSeq,
      version,
      ...accountOf(fields),
      dealer: dealer ?? undefined,
      ref: ref || undefined,
    },
  };
}

/** The dealer for whom the deal is accepted; null for the accepting dealer. */
export function otherDealer({ dealer }: Pick<ItemFields, 'dealer'>, ownDealer: string): string | null {
  const code = dealer.trim();
  return code === '' || code === ownDealer ? null : code;
}

const accountOf = ({ principal, subAccount }: Pick<ItemFields, 'principal' | 'subAccount'>) => ({
  principal,
  subAccount: subAccount || undefined,
});

export function formTitle(form: UnmatchedForm): string {
  if (form.kind === 'insert') return 'Report a deal';
  const { unmatchedSeq } = form.item;
  return form.kind === 'accept'
    ? `Accept unmatched deal ${unmatchedSeq}`
    : `Edit unmatched deal ${unmatchedSeq}`;
}

/** "Report: Sell 5 MAR27 WMAZ at 4 060.00 to VELD". */
export function sendLabelOf(
  form: UnmatchedForm,
  { side, contract, counterparty }: Pick<ItemFields, 'side' | 'contract' | 'counterparty'>,
  { qty, priceText }: { readonly qty: number; readonly priceText: string },
): string {
  const verb = form.kind === 'insert' ? 'Report' : form.kind === 'accept' ? 'Accept' : 'Edit';
  return `${verb}: ${itemSentence({ side, qty, contract, counterparty }, priceText)}`;
}

interface EffectFacts {
  /** Empty until one is chosen. */
  readonly counterparty: string;
  readonly ownMember: string;
  /** The other dealer for whom the deal is accepted. */
  readonly dealer: string | null;
}

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
  if (isCross) return 'A dealer of your member must accept the other side. Until then there is no deal.';
  return form.kind === 'edit'
    ? `${other} sees the change immediately and must accept the new terms. Until then there is no deal.`
    : `${other} sees it immediately and must accept it. Until then there is no deal.`;
}
