// What exercising or abandoning an option does and gives up, in words (market.md, Exercise and abandon). Amounts are those of the
// present prices: the option's last price, else its MTM, and the future's present price.
import type { MarketRow, PositionRow } from '@openpit/wire';
import type { ExpiryKind } from '../../actions/option-actions.ts';
import { readQty } from '../../market/contract-terms.ts';
import { priceText } from '../../market/market-text.ts';
import { formatRand, toCents, toRand } from '../../ui/format.ts';

export type ExpiryOption = Pick<
  MarketRow,
  'contract' | 'instrument' | 'contractDisplay' | 'underlying' | 'reference' | 'last' | 'mtm'
>;
type Holding = Pick<PositionRow, 'principal' | 'tons'>;

const sideOf = ({ contractDisplay: { flag } }: ExpiryOption) => (flag === 'C' ? 'buy' : 'sell');
const futureOf = ({ underlying }: ExpiryOption) => underlying ?? 'the future';
const lotsWords = (lots: number) => (lots === 1 ? '1 lot' : `${lots} lots`);

/** The command in words: "Exercise 4 DEC26 WMAZ 4000 C of KAND". */
export function expiryCommandWords(
  kind: ExpiryKind,
  lots: number,
  { contract, principal }: Pick<PositionRow, 'contract' | 'principal'>,
): string {
  if (lots === 0) return `Withdraw the abandonment of ${contract} of ${principal}`;
  return `${kind === 'exercise' ? 'Exercise' : 'Abandon'} ${lots} ${contract} of ${principal}`;
}

/** The typed lots, or what is wrong with them, as a sentence. 0 withdraws what was abandoned. */
export function readLots(
  text: string,
  kind: ExpiryKind,
  { net, principal, abandoned = 0 }: Pick<PositionRow, 'net' | 'principal' | 'abandoned'>,
): ReturnType<typeof readQty> {
  if (kind === 'abandon' && text.trim() === '0')
    return abandoned > 0 ? { qty: 0 } : { error: 'No lots are abandoned: there is nothing to withdraw.' };
  const read = readQty(text, Number.MAX_SAFE_INTEGER);
  return 'qty' in read && read.qty > net
    ? { error: `${principal} is long ${net} ${net === 1 ? 'lot' : 'lots'}: choose at most that.` }
    : read;
}

/** What an acceptance brought about. */
export function expiryOutcome(
  kind: ExpiryKind,
  lots: number,
  option: ExpiryOption,
  { principal }: Pick<Holding, 'principal'>,
): string {
  if (lots === 0)
    return `Withdrew the abandonment of ${option.contract} of ${principal}: what is in the money is exercised automatically today.`;
  const what = `${lots} ${option.contract} of ${principal}`;
  if (kind === 'abandon')
    return `Abandoned ${what}: ${lots === 1 ? 'it is' : 'they are'} not exercised automatically today.`;
  const dealt = sideOf(option) === 'buy' ? 'bought' : 'sold';
  return `Exercised ${what}: ${dealt} ${lots} ${futureOf(option)} at ${strikeText(option)}.`;
}

/** What will happen, as a sentence. `lots` is null while none are typed. */
export function expirySentence(
  kind: ExpiryKind,
  lots: number | null,
  option: ExpiryOption,
  { principal }: Pick<Holding, 'principal'>,
): string {
  if (lots === 0)
    return 'No lots are abandoned any more: what is in the money is exercised at the end of today.';
  const isOne = lots === 1;
  const close = `${isOne ? 'closes' : 'close'} at 0`;
  const count = lots === null ? 'The lots' : lotsWords(lots);
  if (kind === 'abandon')
    return `${count} of the option ${isOne ? 'is' : 'are'} not exercised automatically at the end of today, and ${close}.`;
  const verb = sideOf(option) === 'buy' ? 'buys' : 'sells';
  const dealt = `${principal} ${verb} ${lots === null ? '' : `${lots} `}${futureOf(option)} at the strike of ${strikeText(option)}`;
  return `${dealt}; ${count === 'The lots' ? 'the lots' : count} of the option ${close}. This cannot be undone.`;
}

export interface GivenUp {
  readonly text: string;
  /** Whether money is given up. */
  readonly isLoss: boolean;
}

/** What it costs at the present prices. */
export function givenUp(kind: ExpiryKind, lots: number, option: ExpiryOption, { tons }: Holding): GivenUp {
  const { reference } = option;
  if (reference === undefined)
    return { text: 'What it gives up is not known: the future has no price now.', isLoss: false };
  const inTheMoney = gainOf(option, reference);
  const rand = (perTon: number) => formatRand(toRand(perTon * lots * tons));
  const future = `${futureOf(option)} at ${priceText(reference, option)}`;
  if (kind === 'abandon')
    return inTheMoney > 0
      ? { text: `With ${future}, that gives up ${rand(inTheMoney)}.`, isLoss: true }
      : { text: `With ${future}, the option is out of the money: nothing is given up.`, isLoss: false };
  const premium = option.last ?? option.mtm;
  if (premium === null)
    return { text: 'What it gives up is not known: the option has no price now.', isLoss: false };
  const cost = toCents(premium) - inTheMoney;
  const name = option.last === null ? 'MTM' : 'last price';
  const perTon = priceText(toRand(Math.abs(inTheMoney)), option);
  const prices = `the option’s ${name} is ${priceText(premium, option)}, and ${future} ${inTheMoney < 0 ? 'costs' : 'brings'} ${perTon} per ton`;
  if (cost === 0) return { text: `Nothing is given up now: ${prices}.`, isLoss: false };
  return cost > 0
    ? { text: `That gives up ${rand(cost)} now: ${prices}.`, isLoss: true }
    : { text: `That gains ${rand(-cost)} now: ${prices}.`, isLoss: false };
}

/** Cents per ton that the future at this price is better than the strike for the holder; below 0 out of the money. */
function gainOf(option: ExpiryOption, reference: number): number {
  const above = toCents(reference) - toCents(option.contractDisplay.strike);
  return sideOf(option) === 'buy' ? above : -above;
}

const strikeText = (option: ExpiryOption) => priceText(option.contractDisplay.strike, option);
