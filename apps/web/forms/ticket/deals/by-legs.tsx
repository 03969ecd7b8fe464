// Deals a split or a spread by its legs if their books offer a better difference than the pair's own book. The first ticket is
// for the leg with fewer lots in its book; once it has dealt, the ticket for the other leg follows. These are two orders, so the
// market may move between them, as the button warns.

import { classifyContract, type MarketRow, otherSide, type Side, toCents, toRand } from '@openpit/wire';
import Big from 'big.js';
import { useEffect } from 'react';
import type { Account, NewOrderRequest, PairLeg } from '../../../actions/dialogs.ts';
import type { SentOrder } from '../../../actions/send.ts';
import { replaceTicket, setClosingQuestion } from '../../../actions/ticket.ts';
import { sideVerb } from '../../../market/market-text.ts';
import { usePrice } from '../../../market/prices.ts';
import { Button } from '../../../ui/button.tsx';
import type { Question } from '../../../ui/dialog.tsx';
import { formatPrice } from '../../../ui/format.ts';
import { useOrderNow } from '../order-now.ts';
import styles from '../ticket.module.css';

type Book = Pick<MarketRow, 'bid' | 'bidQty' | 'offer' | 'offerQty'>;
type Pair = Book & Pick<MarketRow, 'contractDisplay' | 'near' | 'far' | 'nearLots' | 'farLots'>;

interface PricedLeg {
  readonly contract: string;
  readonly side: Side;
  /** The best opposite price, rand per ton. */
  readonly price: number;
  /** Lots of the leg for one lot of the pair. */
  readonly lots: number;
  /** Lots of the pair available at this price. */
  readonly available: number;
}

interface ByLegs {
  /** The leg with fewer lots comes first: if it does not deal, there is nothing to close out. */
  readonly legs: readonly [PricedLeg, PricedLeg];
  /** By how much the legs beat the pair's best order, in rand per ton; null if the pair has no order. */
  readonly better: number | null;
}

/** `null` unless an order on this side deals at a better price by the legs than in the pair's own book. */
export function byLegs(
  row: Pair,
  side: Side,
  marketOf: (contract: string) => Book | undefined,
): ByLegs | null {
  const { near, far, nearLots = 1, farLots = 1 } = row;
  if (near === undefined || far === undefined) return null;
  const opposite = otherSide(side);
  // The buyer of a split buys the far leg; the buyer of a spread buys the near leg.
  const isSplit = classifyContract(row.contractDisplay) === 'splits';
  const nearLeg = pricedLeg(near, isSplit ? opposite : side, nearLots, marketOf(near));
  const farLeg = pricedLeg(far, isSplit ? side : opposite, farLots, marketOf(far));
  if (nearLeg === null || farLeg === null) return null;
  const [plus, minus] = isSplit ? [farLeg, nearLeg] : [nearLeg, farLeg];
  const implied = toCents(plus.price) - toCents(minus.price);
  const oppositePrice = side === 'B' ? row.offer : row.bid;
  const better =
    oppositePrice === null
      ? null
      : side === 'B'
        ? toCents(oppositePrice) - implied
        : implied - toCents(oppositePrice);
  if (better !== null && better <= 0) return null;
  return {
    legs: nearLeg.available <= farLeg.available ? [nearLeg, farLeg] : [farLeg, nearLeg],
    better: better === null ? null : toRand(better),
  };
}

function pricedLeg(contract: string, side: Side, lots: number, book: Book | undefined): PricedLeg | null {
  const [price = null, resting = 0] =
    side === 'B' ? [book?.offer, book?.offerQty] : [book?.bid, book?.bidQty];
  return price === null ? null : { contract, side, price, lots, available: Math.floor(resting / lots) };
}

/**
 * The order in the first leg for these lots of the pair. Lots that do not deal are killed, so that they cannot deal later without
 * the other leg.
 */
function firstLegOrder(
  row: Pick<MarketRow, 'contract' | 'contractDisplay' | 'near'>,
  { legs: [first, second] }: ByLegs,
  { qty, account }: { readonly qty: number; readonly account: Account },
): NewOrderRequest {
  const isFirstNear = first.contract === row.near;
  const sign = (classifyContract(row.contractDisplay) === 'splits') === isFirstNear ? -1 : 1;
  return {
    kind: 'order',
    contract: first.contract,
    side: first.side,
    price: first.price,
    qty: qty * first.lots,
    type: 'Tok',
    account,
    leg: {
      ...{ number: 1, pair: row.contract, sign, aim: differenceOf(sign, first.price, second.price) },
      other: { contract: second.contract, side: second.side, lots: second.lots, perLots: first.lots },
    },
    anchor: null,
  };
}

const differenceOf = (sign: 1 | -1, price: number, otherPrice: number): number =>
  new Big(price).minus(otherPrice).times(sign).toNumber();

const label = 'Deal by legs';

interface ByLegsButtonProps {
  readonly row: MarketRow;
  readonly side: Side;
  readonly qty: number | null;
  readonly account: Account;
  readonly decimals: number;
  readonly marketOf: (contract: string) => Book | undefined;
}

export function ByLegsButton({ row, side, qty, account, decimals, marketOf }: ByLegsButtonProps) {
  const offered = byLegs(row, side, marketOf);
  if (offered === null || qty === null) return null;
  const { better, legs } = offered;
  const [first, second] = legs.map((leg) => `${sideVerb(leg.side).toLowerCase()} ${leg.contract}`);
  return (
    <Button
      data-tip={`First ${first}, then ${second}: two orders. The market may move between them.`}
      onClick={() => replaceTicket(firstLegOrder(row, offered, { qty, account }))}
    >
      {label}
      {better !== null && `: ${formatPrice(better, decimals)} better`}…
    </Button>
  );
}

const bestFor = (side: Side, market: Book | undefined): number | null =>
  (side === 'B' ? market?.offer : market?.bid) ?? null;
const past: Readonly<Record<Side, string>> = { B: 'bought', S: 'sold' };

interface LegHeadProps {
  readonly request: NewOrderRequest;
  /** The side in the form. */
  readonly side: Side;
  /** The price in the form; null while it cannot be read. */
  readonly price: number | null;
  /** The accepted order of this leg; null before. */
  readonly sent: SentOrder | null;
  readonly decimals: number;
}

/**
 * Names the pair of a leg and the difference that this order reaches: with the other leg's best price now, or with the price at which it
 * has dealt. While one leg has dealt and the other has not been sent, closing the ticket asks first.
 */
export function LegHead({ request, side, price, sent, decimals }: LegHeadProps) {
  const { leg, contract } = request;
  const now = useOrderNow(sent?.activeOrderSeq ?? null) ?? sent;
  const other = usePrice(leg?.number === 1 ? leg.other.contract : null);
  const dealt = now === null || now.dealt === 0 ? null : { contract, side, qty: now.dealt };
  const loneLeg = leg?.number === 2 ? (sent === null ? leg.first : null) : dealt;
  const loneText = loneLeg === null ? null : `${past[loneLeg.side]} ${loneLeg.qty} ${loneLeg.contract}`;
  const otherContract = leg?.number === 1 ? leg.other.contract : contract;
  useEffect(() => {
    setClosingQuestion(request, loneText === null ? null : oneLegQuestion(loneText, otherContract));
  }, [request, loneText, otherContract]);
  if (leg === undefined) return null;
  const ownPrice = now?.averagePrice ?? price;
  const otherPrice = leg.number === 1 ? bestFor(leg.other.side, other) : leg.first.price;
  const difference =
    ownPrice === null || otherPrice === null ? null : differenceOf(leg.sign, ownPrice, otherPrice);
  const isBuyer = (side === 'B') === (leg.sign === 1);
  const isWorse = difference !== null && (isBuyer ? difference > leg.aim : difference < leg.aim);
  const when = leg.number === 1 ? 'now' : dealt === null ? 'at this price' : 'reached';
  return (
    <div className={styles.legHead}>
      <strong>
        Leg {leg.number} of 2, {leg.pair}
      </strong>
      <span>
        Difference{' '}
        <b data-worse={isWorse || undefined}>
          {formatPrice(difference, decimals)} {when}
        </b>
        , {formatPrice(leg.aim, decimals)} aimed at
      </span>
      {leg.number === 2 && (
        <span>
          You have {past[leg.first.side]} {leg.first.qty} {leg.first.contract} at{' '}
          {formatPrice(leg.first.price, decimals)}.
        </span>
      )}
    </div>
  );
}

const oneLegQuestion = (loneText: string, otherContract: string): Question => ({
  title: 'Leave the pair with one leg?',
  sentence: `You have ${loneText}. The other leg, in ${otherContract}, has not been sent.`,
  confirmLabel: 'Close the ticket',
  cancelLabel: 'Go on',
  isDestructive: true,
});

/** Moves the focus from the rest of the form to its main button, which is loaded later. */
function focusInForm(button: HTMLButtonElement | null): void {
  const { activeElement } = document;
  if (activeElement === document.body || button?.form?.contains(activeElement)) button?.focus();
}

interface OtherLegButtonProps {
  readonly sent: SentOrder;
  readonly leg: PairLeg & { readonly number: 1 };
  /** The first leg's contract and side. */
  readonly first: Pick<NewOrderRequest, 'contract' | 'side'>;
  readonly account: Account;
  readonly size: 'medium' | 'large';
}

/** Opens the ticket for the second leg with the number of lots that the first leg has dealt. It sends nothing. */
export function OtherLegButton({ sent, leg, first, account, size }: OtherLegButtonProps) {
  const { dealt, averagePrice } = useOrderNow(sent.activeOrderSeq) ?? sent;
  const { contract, side, lots, perLots } = leg.other;
  const market = usePrice(contract);
  const qty = Math.floor((dealt * lots) / perLots);
  if (qty === 0 || averagePrice === undefined) return null;
  const price = bestFor(side, market) ?? market?.last ?? market?.mtm ?? null;
  const { pair, aim } = leg;
  const next: PairLeg = {
    ...{ number: 2, pair, aim, sign: leg.sign === 1 ? -1 : 1 },
    first: { contract: first.contract, side: first.side, qty: dealt, price: averagePrice },
  };
  const order = { contract, side, qty, price, type: 'Normal', account, leg: next } as const;
  return (
    <Button
      size={size}
      variant={side === 'B' ? 'buy' : 'sell'}
      ref={focusInForm}
      onClick={(event) => {
        // The second click of a double-click on Send must not skip the outcome.
        if (event.detail < 2) replaceTicket({ kind: 'order', ...order, anchor: null });
      }}
    >
      Other leg: {sideVerb(side).toLowerCase()} {qty} {contract}…
    </Button>
  );
}
