// The form that exercises or abandons lots of a long option (market.md, Exercise and abandon): when it may be sent, how many lots, what
// will happen and what is given up.
import type { MarketRow, PhasesReply, PositionRow } from '@openpit/wire';
import { useRef } from 'react';
import { useActionContext } from '../../actions/action.ts';
import type { ExpiryRequest } from '../../actions/dialogs.ts';
import { type ExpiryKind, mayEnd } from '../../actions/option-actions.ts';
import { presetsUpTo, readQty, steppedQty } from '../../market/contract-terms.ts';
import { exchangeTime, priceText } from '../../market/market-text.ts';
import { usePhases } from '../../panels/market/use-phases.ts';
import { useStoreRow, useStoreStatus } from '../../panels/sources/use-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatRand, toCents, toRand } from '../../ui/format.ts';
import { type MissingReplyTexts, useSending, useSentForm } from '../sent-form.ts';
import { QtyPresets, SideNumbers } from './fields.tsx';
import { FormFrame, ticketForm } from './frame.tsx';
import styles from './ticket.module.css';

// When it may be sent, by the phase of the instrument. The months of an instrument may be in different phases: where one of them
// allows it, the venue decides.

type Day = Pick<PhasesReply, 'businessDay' | 'groups'>;
type Option = Pick<MarketRow, 'contract' | 'instrument' | 'optionExpiry'>;
type Phase = PhasesReply['groups'][number]['phase'];

/** Why it may not be sent now, as a sentence; null when it may, or while the phases are not known. */
export function timeAgainst(
  kind: ExpiryKind,
  { contract, instrument, optionExpiry = '' }: Option,
  day: Day | null,
): string | null {
  if (day === null) return null;
  const groups = day.groups.filter(({ instruments }) => instruments.includes(instrument));
  const isIn = (...phases: readonly Phase[]) => groups.some(({ phase }) => phases.includes(phase));
  const isLastDay = day.businessDay === optionExpiry;
  const date = formatDate(optionExpiry);
  if (kind === 'abandon') {
    if (!isLastDay)
      return `${contract} can be abandoned only on its expiry day, ${date}. Until then it is exercised only if you ask for it.`;
    return isIn('preOpen', 'continuous', 'admin')
      ? null
      : `${contract} can be abandoned until the end of administration, which is over.`;
  }
  if (isLastDay)
    return isIn('preOpen', 'continuous')
      ? null
      : `${contract} expires today, and can be exercised until trading ends. It is exercised automatically if it is in the money.`;
  if (isIn('admin')) return null;
  const times = groups.flatMap(({ next }) => (next?.phase === 'admin' ? [next.at] : []));
  const from = times.length === 0 ? '' : `, from ${exchangeTime(Math.min(...times)).slice(0, 5)} on`;
  return `${contract} can be exercised in administration${from}, and on its expiry day, ${date}, until trading ends.`;
}

// What exercising or abandoning an option does and gives up, in words (market.md, Exercise and abandon). Amounts are those of the
// present prices: the option's last price, else its MTM, and the future's present price.

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

// The form. The position may change meanwhile, so what is held is read live.

interface ExpiryFields {
  readonly qtyText: string;
}

const kinds = { exercise: 'exerciseOption', abandon: 'abandonOption' } as const;

function useExpiryForm({ kind, position: opened }: ExpiryRequest, row: MarketRow, draft?: object) {
  const { contract, principal, subAccount } = opened;
  const now = useStoreRow(dataSetStores.positions, opened.positionSeq);
  const isLoaded = useStoreStatus(dataSetStores.positions) === 'success';
  const lastKnown = useRef(opened);
  if (now !== undefined) lastKnown.current = now;
  const position = lastKnown.current;
  const context = useActionContext();
  const { phases } = usePhases();
  const initial = () => ({ qtyText: String(firstLots(kind, opened)) });
  const form = useSentForm<ExpiryFields>(initial, { ...ticketForm, draft });
  const { fields, phase, edit } = form;
  const read = readLots(fields.qtyText, kind, position);
  const lots = 'qty' in read ? read.qty : null;
  const words = lots === null ? null : expiryCommandWords(kind, lots, position);
  const closedReason = phase.kind === 'accepted' ? null : reasonAgainstSending();

  function reasonAgainstSending(): string | null {
    if (now === undefined)
      return isLoaded
        ? `${principal} holds no ${contract} any more.`
        : 'The positions are being loaded again.';
    const answer = mayEnd(kind, now, context);
    return answer === true ? timeAgainst(kind, row, phases) : answer.reason;
  }

  const { status, errors } = useSending(form, {
    label: words ?? `${kind === 'exercise' ? 'Exercise' : 'Abandon'} ${contract}`,
    closedReason,
    errors: 'error' in read ? { qty: read.error } : {},
    attempt: () =>
      lots === null || words === null
        ? null
        : {
            command: kinds[kind],
            body: { contract, qty: lots, principal, subAccount },
            words,
            accepted: () => expiryOutcome(kind, lots, row, position),
          },
  });
  return {
    position,
    fields,
    lots,
    errors,
    status,
    isLocked: form.isLocked,
    edit,
    leaveQty: () => form.leave('qty'),
    stepQty: (steps: number) => edit({ qtyText: steppedQty(fields.qtyText, steps, position.net) }),
  };
}

/** Who comes back to an abandonment mostly changes it. */
const firstLots = (
  kind: ExpiryKind,
  { net, abandoned = 0 }: Pick<PositionRow, 'net' | 'abandoned'>,
): number => (kind === 'abandon' && abandoned > 0 ? abandoned : net);

export interface ExpiryFormProps {
  readonly request: ExpiryRequest;
  /** The market row of the option. */
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly draft: object | undefined;
  readonly onClose: () => void;
}

const labels = {
  exercise: { title: 'Exercise', qty: 'To exercise', act: 'the exercise' },
  abandon: { title: 'Abandon', qty: 'To abandon', act: 'the instruction' },
} as const;

const missingReply = (act: string): MissingReplyTexts => ({
  unknown: `the market has carried out ${act}`,
  meanwhile: 'Do not send it elsewhere meanwhile.',
  notReceived: `The market has no record of ${act}. Sending it again cannot do it twice.`,
});

export function ExpiryForm({ request, row, size, draft, onClose }: ExpiryFormProps) {
  const form = useExpiryForm(request, row, draft);
  const { kind } = request;
  const { position, fields, status, lots, isLocked, edit } = form;
  const { title, qty, act } = labels[kind];
  const cost = lots === null || lots === 0 ? null : givenUp(kind, lots, row, position);
  const { abandoned = 0 } = position;
  const isOpen = status.phase.kind !== 'accepted';
  return (
    <FormFrame
      size={size}
      tone="primary"
      status={form.status}
      missingReply={missingReply(act)}
      onClose={onClose}
    >
      <p className={styles.now}>
        <span className={styles.caption}>
          {title} for {position.principal}
          {position.subAccount !== null && ` ${position.subAccount}`}, long {Math.max(position.net, 0)}
          {abandoned > 0 && `, ${abandoned} abandoned`}
        </span>
        {isOpen && <span data-expiry="">{expirySentence(kind, lots, row, position)}</span>}
      </p>
      <SideNumbers
        qtyLabel={qty}
        qtyText={fields.qtyText}
        qtyError={form.errors.qty}
        isLocked={isLocked}
        size={size}
        onQty={(qtyText) => edit({ qtyText })}
        onStepQty={form.stepQty}
        onLeaveQty={form.leaveQty}
      />
      <QtyPresets
        label={qty}
        quantities={presetsUpTo(position.net)}
        isLocked={isLocked}
        onTake={(lots) => edit({ qtyText: String(lots) })}
      />
      {isOpen && (
        <p className={styles.given} data-given-up="" data-loss={cost?.isLoss || undefined}>
          {cost?.text}
        </p>
      )}
      {isOpen && kind === 'abandon' && (
        <p className={styles.note}>
          <span>
            The MTM of the future at the end of the day decides.
            {abandoned > 0 &&
              (lots === 0
                ? ` This withdraws the ${abandoned} abandoned before.`
                : ` This replaces the ${abandoned} abandoned before.`)}
          </span>
          {abandoned > 0 && lots !== 0 && !isLocked && (
            <Button size="small" onClick={() => edit({ qtyText: '0' })}>
              Withdraw them
            </Button>
          )}
        </p>
      )}
    </FormFrame>
  );
}
