// The form that exercises or abandons lots of a long option (market/options.md, Exercise and abandon), with the time limits, the effect
// and the value given up. A dealer with own-only visibility sees no positions, so the form asks for the account, and the market
// checks the position.
import {
  accountName,
  type MarketRow,
  type PhasesReply,
  type PositionRow,
  toCents,
  toRand,
} from '@openpit/wire';
import { useEffect, useRef } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { ExpiryRequest } from '../../actions/dialogs.ts';
import { abandonOption, type ExpiryKind, exerciseOption } from '../../actions/option-actions.ts';
import { abandonments } from '../../market/abandonments.ts';
import { useAnswer } from '../../market/answers.ts';
import { parseQty, presetsUpTo, steppedQty } from '../../market/contract-terms.ts';
import { exchangeTime, lotsText, priceText } from '../../market/market-text.ts';
import { usePhases } from '../../market/phases.ts';
import { useStoreRow, useStoreStatus } from '../../market/use-store.ts';
import { serverNow } from '../../stores/connection.ts';
import { withDayUnlessToday } from '../../stores/market-days.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { formatDay, formatRand } from '../../ui/format.ts';
import { principals, subAccounts } from '../accounts.ts';
import { type MissingReplyTexts, useSendForm, useSending } from '../send-form.ts';
import { QtyPresets, SideNumbers } from './fields.tsx';
import { FormFrame, ticketForm } from './frame.tsx';
import styles from './ticket.module.css';

type Day = Pick<PhasesReply, 'businessDay' | 'groups'>;
type Option = Pick<MarketRow, 'contract' | 'instrument' | 'optionExpiry'>;
type Phase = PhasesReply['groups'][number]['phase'];

/**
 * Returns why the command may not be sent in the phase of the instrument, as a sentence; null if it
 * may, or while the phases are unknown. The months of an instrument can be in different phases. If
 * any of them allows the command, the venue decides.
 */
export function timeAgainst(
  kind: ExpiryKind,
  { contract, instrument, optionExpiry = '' }: Option,
  day: Day | null,
  now: number,
): string | null {
  if (day === null) return null;
  const groups = day.groups.filter(({ instruments }) => instruments.includes(instrument));
  const isIn = (...phases: readonly Phase[]) => groups.some(({ phase }) => phases.includes(phase));
  const isLastDay = day.businessDay === optionExpiry;
  const date = formatDay(optionExpiry, day.businessDay);
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
  const [first] = times.sort((a, b) => a - b);
  const clock = exchangeTime(first ?? null).slice(0, 5);
  const from = first === undefined ? '' : `, from ${withDayUnlessToday(clock, first, now)} on`;
  return `${contract} can be exercised in administration${from}, and on its expiry day, ${date}, until trading ends.`;
}

export type ExpiryOption = Pick<
  MarketRow,
  'contract' | 'instrument' | 'contractDisplay' | 'underlying' | 'reference' | 'last' | 'mtm'
>;
type Holding = Pick<PositionRow, 'principal' | 'tons'>;

/** What the form knows about the account: its position, or its name with the lots that the user has abandoned for it. */
interface Account extends Pick<PositionRow, 'contract' | 'principal' | 'subAccount'> {
  /** `null` if the user may not see positions. */
  readonly net: number | null;
  /** `null` if it could not be loaded. */
  readonly abandoned: number | null;
  /** Tons per lot; `null` until the instruments are loaded. */
  readonly tons: number | null;
}

const sideOf = ({ contractDisplay: { flag } }: ExpiryOption) => (flag === 'C' ? 'buy' : 'sell');
const futureOf = ({ underlying }: ExpiryOption) => underlying ?? 'the future';

/** The command as text: "Exercise 4 DEC26 WMAZ 4000 C of KAND". */
export function expiryCommandText(
  kind: ExpiryKind,
  lots: number,
  { contract, principal }: Pick<PositionRow, 'contract' | 'principal'>,
): string {
  if (lots === 0) return `Withdraw the abandonment of ${contract} of ${principal}`;
  return `${kind === 'exercise' ? 'Exercise' : 'Abandon'} ${lots} ${contract} of ${principal}`;
}

/**
 * Parses the number of lots, or returns a sentence about the error in it. 0 withdraws the
 * abandonment. The market checks what is unknown here.
 */
export function parseLots(
  text: string,
  kind: ExpiryKind,
  { net, principal, abandoned }: Pick<Account, 'net' | 'principal' | 'abandoned'>,
): ReturnType<typeof parseQty> {
  if (kind === 'abandon' && text.trim() === '0')
    return abandoned === 0 ? { error: 'No lots are abandoned: there is nothing to withdraw.' } : { qty: 0 };
  const parsed = parseQty(text, Number.MAX_SAFE_INTEGER);
  return 'qty' in parsed && net !== null && parsed.qty > net
    ? { error: `${principal} is long ${lotsText(net)}: enter that many or fewer.` }
    : parsed;
}

export function expiryOutcome(
  kind: ExpiryKind,
  lots: number,
  option: ExpiryOption,
  { principal }: Pick<Holding, 'principal'>,
): string {
  if (lots === 0)
    return `Withdrew the abandonment of ${option.contract} of ${principal}: what is in the money is exercised automatically today.`;
  const subject = `${lots} ${option.contract} of ${principal}`;
  if (kind === 'abandon')
    return `Abandoned ${subject}: ${lots === 1 ? 'it is' : 'they are'} not exercised automatically today.`;
  const dealt = sideOf(option) === 'buy' ? 'bought' : 'sold';
  return `Exercised ${subject}: ${dealt} ${lots} ${futureOf(option)} at ${strikeText(option)}.`;
}

/**
 * The effect of the command on the account, as a sentence (market/options.md, Exercise and
 * abandon). `lots` is null while the field is empty.
 */
export function expirySentence(
  kind: ExpiryKind,
  lots: number | null,
  option: ExpiryOption,
  { principal }: Pick<Holding, 'principal'>,
): string {
  if (lots === 0)
    return 'This withdraws the abandonment. In-the-money lots are exercised at the end of today.';
  const isOne = lots === 1;
  const close = `${isOne ? 'closes' : 'close'} at 0`;
  const count = lots === null ? 'The lots' : lotsText(lots);
  if (kind === 'abandon')
    return `${count} of the option ${isOne ? 'is' : 'are'} not exercised automatically at the end of today, and ${close}.`;
  const verb = sideOf(option) === 'buy' ? 'buys' : 'sells';
  const dealt = `${principal} ${verb} ${lots === null ? '' : `${lots} `}${futureOf(option)} at the strike of ${strikeText(option)}`;
  return `${dealt}; ${count === 'The lots' ? 'the lots' : count} of the option ${close}. This cannot be undone.`;
}

interface GivenUp {
  readonly text: string;
  /** Whether money is given up. */
  readonly isLoss: boolean;
}

/**
 * The value given up at the current prices: the option's last price, otherwise its MTM, and the
 * future's current price.
 */
export function givenUp(kind: ExpiryKind, lots: number, option: ExpiryOption, { tons }: Holding): GivenUp {
  const { reference } = option;
  if (reference === undefined)
    return { text: 'The value given up is unknown, because the future has no price.', isLoss: false };
  const inTheMoney = gainOf(option, reference);
  const rand = (perTon: number) => formatRand(toRand(perTon * lots * tons));
  const future = `${futureOf(option)} at ${priceText(reference, option)}`;
  if (kind === 'abandon')
    return inTheMoney > 0
      ? { text: `With ${future}, that gives up ${rand(inTheMoney)}.`, isLoss: true }
      : { text: `With ${future}, the option is out of the money: nothing is given up.`, isLoss: false };
  const premium = option.last ?? option.mtm;
  if (premium === null)
    return { text: 'The value given up is unknown, because the option has no price.', isLoss: false };
  const cost = toCents(premium) - inTheMoney;
  const name = option.last === null ? 'MTM' : 'last price';
  const perTon = priceText(toRand(Math.abs(inTheMoney)), option);
  const prices = `the option’s ${name} is ${priceText(premium, option)}, and ${future} ${inTheMoney < 0 ? 'costs' : 'brings'} ${perTon} per ton`;
  if (cost === 0) return { text: `Nothing is given up now: ${prices}.`, isLoss: false };
  return cost > 0
    ? { text: `That gives up ${rand(cost)} now: ${prices}.`, isLoss: true }
    : { text: `That gains ${rand(-cost)} now: ${prices}.`, isLoss: false };
}

/**
 * The gain of the holder at this price of the future against the strike, in cents per ton; negative
 * if the option is out of the money.
 */
function gainOf(option: ExpiryOption, reference: number): number {
  const above = toCents(reference) - toCents(option.contractDisplay.strike);
  return sideOf(option) === 'buy' ? above : -above;
}

const strikeText = (option: ExpiryOption) => priceText(option.contractDisplay.strike, option);

interface ExpiryFields {
  readonly qtyText: string;
  readonly principal: string;
  /** An empty string means no sub-account. */
  readonly subAccount: string;
}

const kinds = { exercise: 'exerciseOption', abandon: 'abandonOption' } as const;

/**
 * The account of the form, and why nothing can be sent for it now. The account is live, because its
 * position can change while the form is open.
 */
function useAccount(
  { kind, contract, position: opened }: ExpiryRequest,
  { instrument }: MarketRow,
  { principal, subAccount: chosen }: ExpiryFields,
): { readonly account: Account; readonly closed: string | null } {
  const now = useStoreRow(dataSetStores.positions, opened?.positionSeq ?? null);
  const isLoaded = useStoreStatus(dataSetStores.positions) === 'success';
  const lastKnown = useRef(opened);
  if (now !== undefined) lastKnown.current = now;
  const standing = useAnswer(opened === null && kind === 'abandon' ? abandonments : null);
  const tons = useStoreRow(dataSetStores.instruments, instrument)?.tonsPerContract ?? null;
  const position = lastKnown.current;
  if (position !== null) {
    const isGone = isLoaded
      ? `${position.principal} no longer holds ${contract}.`
      : 'The positions are being loaded again.';
    return {
      account: { ...position, abandoned: position.abandoned ?? 0 },
      closed: now === undefined ? isGone : null,
    };
  }
  const subAccount = chosen === '' ? null : chosen;
  const isOfAccount = (row: Pick<Account, 'contract' | 'principal' | 'subAccount'>) =>
    row.contract === contract && row.principal === principal && row.subAccount === subAccount;
  const known = standing.status === 'success' ? standing.value : [];
  const abandoned = standing.status === 'error' ? null : (known.find(isOfAccount)?.lots ?? 0);
  const closed =
    kind === 'abandon' && standing.status === 'loading' ? 'Your instructions are being loaded.' : null;
  return { account: { contract, principal, subAccount, net: null, abandoned, tons }, closed };
}

function useExpiryForm(request: ExpiryRequest, row: MarketRow, draft?: object) {
  const { kind, contract, position: opened, standing } = request;
  const context = useActionContext();
  const { phases } = usePhases();
  const member = useSession(({ hqAccess }) => hqAccess?.memberCode) ?? '';
  const first = opened ?? standing;
  const initial = (): ExpiryFields => ({
    qtyText: opened === null ? String(standing?.lots ?? '') : String(firstLots(kind, opened)),
    principal: first?.principal ?? member,
    subAccount: first?.subAccount ?? '',
  });
  const form = useSendForm<ExpiryFields>(initial, { ...ticketForm, draft });
  const { fields, phase, edit } = form;
  const { account, closed } = useAccount(request, row, fields);
  const { principal, subAccount, net } = account;
  const named = { ...account, principal: accountName(account) };
  const parsed = parseLots(fields.qtyText, kind, named);
  const lots = 'qty' in parsed ? parsed.qty : null;
  const words = lots === null ? null : expiryCommandText(kind, lots, named);
  const action = kind === 'exercise' ? exerciseOption : abandonOption;
  const holder = { position: net === null ? null : { ...account, net } };
  const closedReason =
    phase.kind === 'accepted'
      ? null
      : (closed ?? reasonAgainst(action, holder, context) ?? timeAgainst(kind, row, phases, serverNow()));

  const { status, errors } = useSending(form, {
    label: words ?? `${kind === 'exercise' ? 'Exercise' : 'Abandon'} ${contract}`,
    closedReason,
    errors: 'error' in parsed ? { qty: parsed.error } : {},
    attempt: () =>
      lots === null || words === null
        ? null
        : {
            command: kinds[kind],
            body: { contract, qty: lots, principal, subAccount },
            description: words,
            accepted: () => expiryOutcome(kind, lots, row, named),
          },
  });
  // The form is the only place where this dealer sees the current abandonment.
  const isAccepted = phase.kind === 'accepted';
  useEffect(() => {
    if (isAccepted && opened === null) abandonments.refresh();
  }, [isAccepted, opened]);
  return {
    account,
    named,
    fields,
    lots,
    errors,
    status,
    isLocked: form.isLocked,
    edit,
    leaveQty: () => form.leave('qty'),
    stepQty: (steps: number) =>
      edit({ qtyText: steppedQty(fields.qtyText, steps, net ?? Number.MAX_SAFE_INTEGER) }),
  };
}

/** A user who reopens an abandonment usually wants to change it. */
const firstLots = (
  kind: ExpiryKind,
  { net, abandoned = 0 }: Pick<PositionRow, 'net' | 'abandoned'>,
): number => (kind === 'abandon' && abandoned > 0 ? abandoned : net);

interface ExpiryFormProps {
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
  const { account, named, fields, status, lots, isLocked, edit } = form;
  const { principal, net, tons } = account;
  const { title, qty, act } = labels[kind];
  const cost =
    lots === null || lots === 0 || tons === null ? null : givenUp(kind, lots, row, { principal, tons });
  const abandoned = account.abandoned ?? 0;
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
          {title} for {named.principal}
          {net !== null && `, long ${Math.max(net, 0)}`}
          {abandoned > 0 && `, ${abandoned} abandoned`}
        </span>
        {isOpen && <span data-expiry="">{expirySentence(kind, lots, row, named)}</span>}
      </p>
      {request.position === null && (
        <AccountFields fields={fields} isFixed={isLocked || !isOpen} onChoose={edit} />
      )}
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
        quantities={presetsUpTo(net ?? 0)}
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
            {account.abandoned === null && ' Your earlier instructions could not be loaded.'}
          </span>
          {abandoned > 0 && lots !== 0 && !isLocked && (
            <Button
              size="small"
              onClick={({ currentTarget }) => {
                // The button disappears when the quantity changes.
                currentTarget.closest('form')?.querySelector<HTMLElement>('[data-step] input')?.focus();
                edit({ qtyText: '0' });
              }}
            >
              Withdraw them
            </Button>
          )}
        </p>
      )}
    </FormFrame>
  );
}

/** The account to choose if the form was not opened from a position. */
function AccountFields({
  fields: { principal, subAccount },
  isFixed,
  onChoose,
}: {
  readonly fields: ExpiryFields;
  readonly isFixed: boolean;
  readonly onChoose: (change: Partial<ExpiryFields>) => void;
}) {
  const hqAccess = useSession((session) => session.hqAccess);
  const choices = subAccounts(hqAccess, principal);
  return (
    <>
      <div className={styles.accounts}>
        <SelectField
          label="For"
          value={principal}
          choices={principals(hqAccess)}
          nothing="Choose an account"
          isDisabled={isFixed}
          onChoose={(chosen) => onChoose({ principal: chosen, subAccount: '' })}
        />
        {choices.length > 1 && (
          <SelectField
            label="Sub-account"
            value={subAccount}
            choices={choices}
            isDisabled={isFixed}
            onChoose={(chosen) => onChoose({ subAccount: chosen })}
          />
        )}
      </div>
      <p className={styles.note}>
        Positions are not shown to you: the market checks that the account is long these lots.
      </p>
    </>
  );
}
