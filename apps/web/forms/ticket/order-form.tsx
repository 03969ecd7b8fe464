// The form for a new order: one side or both, quantity, price, type, principal and reference next to the live market, with a
// button that names its effect. A price that the user has typed never changes by itself. Desktop and phone show the same form.
import { type MarketRow, type OrderType, orderTypes, type Side } from '@openpit/wire';
import { useId, useMemo } from 'react';
import { isPermitted, reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { InsertRequest } from '../../actions/dialogs.ts';
import { entryPermission, insertOrder } from '../../actions/order-entry.ts';
import {
  contractStep,
  presetsUpTo,
  steppedPrice,
  steppedQty,
  tidiedPrice,
} from '../../market/contract-terms.ts';
import { sideVerb } from '../../market/market-text.ts';
import { priceNow, usePrice } from '../../market/prices.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { formatPrice } from '../../ui/format.ts';
import { loadedOnDemand, OnDemand } from '../../ui/on-demand.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { accountFields, principalChoices } from '../accounts.ts';
import { longestRef } from '../parse-fields.ts';
import { isEditable, useSending, useSentForm } from '../sent-form.ts';
import { PriceNote } from './deals/price-note.tsx';
import {
  BestPrices,
  CapacityField,
  HoldOverField,
  PrincipalField,
  QtyPresets,
  SideNumbers,
} from './fields.tsx';
import { firstFields, sidesOfDouble } from './first-fields.ts';
import { FormFrame, ticketForm } from './frame.tsx';
import { MarginNote, marginQueries } from './margin.tsx';
import {
  mapSides,
  modeOf,
  type OrderFields,
  parseTicket,
  prepareOrder,
  readyOrderSentence,
  type SideField,
  type SideInput,
  sideField,
  subAccountOf,
  type TicketMode,
  ticketRulesOf,
} from './parse-ticket.ts';
import { confirmTicket } from './questions.ts';
import styles from './ticket.module.css';

/** Without the side of an order of one side: a click chooses it again. */
const inputOf = ({ sides, ...fields }: OrderFields): object => ({
  ...fields,
  sides: sides.length > 1 ? sides : mapSides(sides, ({ side: _, ...input }) => input),
});

/** The form's state and operations; the components only render them. */
function useOrderForm(request: InsertRequest, row: MarketRow, draft?: object) {
  const { contract } = row;
  const { defaults, profile } = usePreferences((preferences) => preferences.document);
  const hqAccess = useSession((session) => session.hqAccess);
  const context = useActionContext();
  const maxQty = defaults.maxOrderQuantity;
  const rules = ticketRulesOf(row, { maxQty, future: usePrice(row.underlying ?? null) });
  const { terms, premium } = rules;
  const { tick, decimals, mayBeNegative } = terms;
  const step = contractStep(terms, defaults);
  const choices = useMemo(() => principalChoices(hqAccess), [hqAccess]);

  const form = useSentForm<OrderFields>(
    () => firstFields(request, row, { terms, premium, choices, hqAccess, defaults, profile }),
    { ...ticketForm, draft, inputOf },
  );
  const { edit, fields: entered } = form;
  const { fields, entry, errors: faults, order, candidates } = parseTicket(entered, row, rules);
  const mode = modeOf(fields);
  const { status, errors } = useSending(form, {
    label:
      order === null
        ? `${mode === 'double' ? 'Double' : sideVerb(mode)} ${contract}`
        : readyOrderSentence(order),
    closedReason: reasonAgainst(insertOrder, null, context),
    errors: faults,
    async attempt() {
      if (order === null) return null;
      const questionContext = {
        row: priceNow(contract) ?? row,
        terms,
        reference: entry?.option?.reference ?? null,
      };
      return (await confirmTicket(order, questionContext)) ? prepareOrder(order, fields.ref) : null;
    },
  });

  const sidesWith = (changed: readonly Side[], change: (input: SideInput) => Partial<SideInput>) =>
    mapSides(entered.sides, (input) =>
      changed.includes(input.side) ? { ...input, ...change(input) } : input,
    );
  const chosen = fields.sides.map(({ side }) => side);
  const sidesAt = (sideIndex: number) => chosen.slice(sideIndex, sideIndex + 1);

  function editSide(sideIndex: number, change: Partial<SideInput>): void {
    const sides = sidesWith(sidesAt(sideIndex), () => change);
    const names = Object.keys(change).map((name) =>
      sideField(name.replace('Text', '') as SideField, sideIndex),
    );
    edit({ sides }, names);
  }

  return {
    row,
    fields,
    mode,
    wanted: candidates,
    entry,
    errors,
    order,
    status,
    isLocked: form.isLocked,
    // A margin would reveal the account's positions to a dealer with own-only visibility.
    showsMargin: isPermitted(entryPermission, context.flags) && hqAccess?.scope !== 'own',
    maxQty,
    terms,
    stepText: formatPrice(step.toNumber(), decimals),
    edit,
    leave: form.leave,
    editSide,
    /** A typed price replaces a typed volatility or premium. */
    typePrice: (sideIndex: number, priceText: string) => editSide(sideIndex, { priceText, otherText: '' }),
    takePrice: (sideIndex: number, price: number) =>
      editSide(sideIndex, { priceText: formatPrice(price, decimals), otherText: '' }),
    stepPrice(sideIndex: number, steps: number) {
      const rules = { step, tick, decimals, fallback: row.last ?? row.mtm, mayBeNegative };
      const priceText = steppedPrice(fields.sides[sideIndex]?.priceText ?? '', steps, rules);
      if (priceText !== null) editSide(sideIndex, { priceText, otherText: '' });
    },
    stepQty: (sideIndex: number, steps: number) =>
      editSide(sideIndex, { qtyText: steppedQty(fields.sides[sideIndex]?.qtyText ?? '', steps, maxQty) }),
    leavePrice(sideIndex: number) {
      const sides = sidesWith(sidesAt(sideIndex), ({ priceText }) => ({
        priceText: tidiedPrice(priceText, decimals),
      }));
      form.leave(sideField('price', sideIndex), { sides });
    },
    editAllQty: (qtyText: string) => edit({ sides: sidesWith(chosen, () => ({ qtyText })) }),
    /** An order of one side changes its side. Once a double was chosen, both sides keep their input. */
    chooseMode(mode: TicketMode) {
      const [input, second] = entered.sides;
      if (second !== undefined) return edit({ onlySide: mode === 'double' ? undefined : mode });
      if (mode !== 'double') return edit({ sides: [{ ...input, side: mode }] });
      const isTyped = !form.first.sides.some(
        ({ priceText, otherText }) => priceText === input.priceText && otherText === input.otherText,
      );
      edit({ sides: sidesOfDouble(input, { price: candidates[0].price, isTyped }, row, decimals) });
    },
    account: accountFields(fields, { choices, client: profile.client, edit }),
  };
}

interface OrderFormProps {
  readonly request: InsertRequest;
  readonly row: MarketRow;
  readonly size: 'medium' | 'large';
  readonly draft: object | undefined;
  readonly onClose: () => void;
}

const OptionFields = loadedOnDemand(() =>
  import('./option-fields.tsx').then((module) => module.OptionFields),
);
const HedgeButton = loadedOnDemand(() => import('./option-fields.tsx').then((module) => module.HedgeButton));
const OtherLegButton = loadedOnDemand(() =>
  import('./deals/by-legs.tsx').then((module) => module.OtherLegButton),
);

/** A phone shows the sides in the opposite order, each above the price it deals at. */
const sideSegments = [
  { value: 'B', label: 'Buy', tone: 'buy' },
  { value: 'S', label: 'Sell', tone: 'sell' },
] as const;

export function OrderForm({ request, row, size, draft, onClose }: OrderFormProps) {
  const form = useOrderForm(request, row, draft);
  const { fields, mode, order, isLocked, edit, maxQty, terms, status } = form;
  const { phase, closedReason } = status;
  const isDouble = mode === 'double';
  const askedMargins = marginQueries(isEditable(phase) && closedReason === null ? order : null);
  /** The accepted order; null for a double. */
  const [sentAlone = null] = phase.kind === 'accepted' && !isDouble ? phase.orders : [];
  const lotsThere = mode === 'B' ? row.offerQty : row.bidQty;
  const all = Math.min(lotsThere, maxQty);
  const account = { principal: fields.principal, subAccount: subAccountOf(fields) };
  const otherLeg = request.kind === 'order' ? request.otherLeg : undefined;
  const next = sentAlone !== null && (terms.meaning === 'premium' || otherLeg !== undefined) && (
    <OnDemand>
      {otherLeg !== undefined ? (
        <OtherLegButton sent={sentAlone} leg={otherLeg} account={account} size={size} />
      ) : (
        <HedgeButton
          {...{ row, size }}
          option={form.entry?.option ?? null}
          sent={sentAlone}
          side={fields.sides[0].side}
          account={account}
        />
      )}
    </OnDemand>
  );
  return (
    <FormFrame
      size={size}
      tone={isDouble ? 'primary' : mode === 'B' ? 'buy' : 'sell'}
      status={status}
      onAgain={() => edit({})}
      next={next}
      onClose={onClose}
    >
      <SegmentedControl<TicketMode>
        label="Side"
        className={styles.sides}
        value={mode}
        onChange={form.chooseMode}
        isDisabled={isLocked}
        segments={[
          ...sideSegments,
          { value: 'double', label: 'Double', tip: 'Both sides in one step: both are accepted or neither' },
        ]}
      />
      <BestPrices
        row={row}
        isLocked={isLocked}
        decimals={terms.decimals}
        onTake={(side, price) => form.takePrice(isDouble && side === 'S' ? 1 : 0, price)}
      />
      {isDouble ? (
        <div className={styles.bothSides} data-size={size}>
          <div>
            <SideFields form={form} sideIndex={0} sideName="Bid" size={size} />
          </div>
          <div>
            <SideFields form={form} sideIndex={1} sideName="Offer" size={size} />
          </div>
        </div>
      ) : (
        <SideFields form={form} sideIndex={0} sideName={undefined} size={size} />
      )}
      <QtyPresets
        label="Quantities"
        quantities={presetsUpTo(maxQty)}
        all={isDouble ? null : { qty: all, label: `all ${all} ${mode === 'B' ? 'offered' : 'bid'}` }}
        isLocked={isLocked}
        onTake={(qty) => form.editAllQty(String(qty))}
      />
      <div className={styles.facts}>
        <PriceNote
          row={row}
          terms={terms}
          sides={isEditable(phase) ? form.wanted : []}
          type={isDouble ? 'Normal' : fields.type}
          principal={fields.principal}
          account={account}
        />
        {form.showsMargin &&
          fields.sides.map(({ side }, sideIndex) => (
            <MarginNote
              key={isDouble ? side : 'order'}
              sideName={isDouble ? (side === 'B' ? 'Bid' : 'Offer') : undefined}
              query={askedMargins[sideIndex] ?? null}
              principal={fields.principal}
            />
          ))}
      </div>
      <OrderEnds form={form} />
    </FormFrame>
  );
}

interface PartProps {
  readonly form: ReturnType<typeof useOrderForm>;
}

/** Quantity and price of one side, with the extra fields for an option or a delta. */
function SideFields({
  form,
  sideIndex,
  sideName,
  size,
}: PartProps & {
  readonly sideIndex: 0 | 1;
  readonly sideName: 'Bid' | 'Offer' | undefined;
  readonly size: 'medium' | 'large';
}) {
  const { fields, terms, entry, errors, isLocked } = form;
  const side = fields.sides[sideIndex] ?? fields.sides[0];
  const error = (name: SideField) => errors[sideField(name, sideIndex)];
  return (
    <>
      <SideNumbers
        sideName={sideName}
        qtyText={side.qtyText}
        qtyError={error('qty')}
        price={{
          label: terms.priceLabel,
          unit: terms.unit,
          text: side.priceText,
          mayBeNegative: terms.mayBeNegative,
          error: error('price'),
          stepText: form.stepText,
          onText: (text) => form.typePrice(sideIndex, text),
          onStep: (steps) => form.stepPrice(sideIndex, steps),
          onLeave: () => form.leavePrice(sideIndex),
        }}
        isLocked={isLocked}
        size={size}
        onQty={(qtyText) => form.editSide(sideIndex, { qtyText })}
        onStepQty={(steps) => form.stepQty(sideIndex, steps)}
        onLeaveQty={() => form.leave(sideField('qty', sideIndex))}
      />
      {entry !== null && (
        <OnDemand>
          <OptionFields
            row={form.row}
            entry={entry}
            sideName={sideName}
            input={side}
            otherError={error('other')}
            referenceText={fields.referenceText ?? ''}
            referenceError={errors.reference}
            isLocked={isLocked}
            size={size}
            onOther={(otherText) => form.editSide(sideIndex, { otherText })}
            onLeaveOther={() => form.leave(sideField('other', sideIndex))}
            onReference={(referenceText) => form.edit({ referenceText })}
            onLeaveReference={() => form.leave('reference')}
          />
        </OnDemand>
      )}
    </>
  );
}

const refTip =
  'Your reference. It counts up automatically. A number that was used today is replaced by the next free number.';

const typeTips: Readonly<Record<OrderType, string>> = {
  Normal: 'Rests in the market until it is filled or the day ends',
  Tok: 'Take or kill: deals with the orders there now and kills the rest',
  Fok: 'Fill or kill: all of it now, or nothing',
};
const typeSegments = (Object.keys(orderTypes) as OrderType[]).map((value) => ({
  value,
  label: orderTypes[value].label,
  tip: typeTips[value],
}));

/** The fields that both sides share: type, hold-over, principal and reference. */
function OrderEnds({ form }: PartProps) {
  const { fields, mode, errors, isLocked, edit } = form;
  const refId = useId();
  const principalFields = {
    ...form.account,
    subAccount: subAccountOf(fields),
    error: errors.principal,
    isLocked,
  };
  return (
    <>
      <div className={styles.choices}>
        {mode === 'double' ? (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={fields.cancelsOther}
              disabled={isLocked}
              onChange={(event) => edit({ cancelsOther: event.target.checked })}
            />
            If one side fills, the other is cancelled
          </label>
        ) : (
          <SegmentedControl<OrderType>
            label="Order type"
            value={fields.type}
            onChange={(type) => edit({ type })}
            isDisabled={isLocked}
            segments={typeSegments}
          />
        )}
        <CapacityField {...principalFields} />
      </div>
      {(mode === 'double' || orderTypes[fields.type].rests) && (
        <HoldOverField
          text={fields.holdOver ?? ''}
          error={errors.holdOver}
          isLocked={isLocked}
          onText={(holdOver) => edit({ holdOver })}
          onLeave={() => form.leave('holdOver')}
        />
      )}
      <div className={styles.ends}>
        <PrincipalField {...principalFields} />
        {/* The tip is the caption's: at the field it would cover the button below while the field has the focus. */}
        <label className={styles.ref} htmlFor={refId}>
          <span className={styles.caption} data-tip={refTip}>
            Ref
          </span>
          <input
            id={refId}
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={longestRef}
            value={fields.ref}
            readOnly={isLocked}
            aria-invalid={errors.ref !== undefined || undefined}
            aria-description={refTip}
            onChange={(event) => edit({ ref: event.target.value })}
          />
        </label>
      </div>
    </>
  );
}
