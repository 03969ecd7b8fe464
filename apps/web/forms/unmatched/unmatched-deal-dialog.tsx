// The dialog in which a dealer reports a deal, changes a report, or accepts what another member has reported or assigned. One
// sentence says what will happen, the button what it will send, and a rejection shows in its place.

import type { UnmatchedDealRow } from '@openpit/wire';
import Big from 'big.js';
import { useId, useState } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { UnmatchedForm } from '../../actions/dialogs.ts';
import {
  itemSentence,
  openAcceptForm,
  openEditUnmatchedForm,
  openReportForm,
  toAccept,
} from '../../actions/unmatched-deals.ts';
import { steppedPrice, steppedQty, tidiedPrice } from '../../market/contract-terms.ts';
import { priceText } from '../../market/market-text.ts';
import { useStoreKeys, useStoreRow, useStoreRows } from '../../panels/sources/use-store.ts';
import { reasonNotDealt } from '../../stores/market-days.ts';
import { contractStore, dataSetStores, membersStore } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { formatPrice } from '../../ui/format.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useKnownDealers } from '../deal/known-dealers.ts';
import { ChoiceField, TextField } from './form-fields.tsx';
import { effectText, formTitle } from './item-form-words.ts';
import styles from './unmatched-deal.module.css';
import type { CommandPhase } from './use-item-command.ts';
import { useItemForm } from './use-item-form.ts';

export interface UnmatchedDealDialogProps {
  readonly form: UnmatchedForm;
  readonly onClose: () => void;
}

export function UnmatchedDealDialog({ form: opened, onClose }: UnmatchedDealDialogProps) {
  const [form, setForm] = useState(opened);
  const titleId = useId();
  const effectId = useId();
  const state = useItemForm(form, onClose);
  const { fields, errors, isLocked, phase, edit } = state;
  const live = useLiveItem(form);
  const reason = useReason(form, live);
  const dealers = useKnownDealers();
  const isInsert = form.kind === 'insert';
  const isAccept = form.kind === 'accept';
  const isChanged = isAccept && live !== undefined && live.version !== form.item.version;
  const isCross = isInsert && fields.counterparty === state.ownMember && fields.counterparty !== '';
  const disabledReason = state.isWaiting
    ? 'Waiting for the market’s answer.'
    : (reason ??
      (isChanged ? 'Look at the new terms first.' : state.isUnchanged ? 'Nothing is changed yet.' : null));

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} aria-describedby={effectId}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (disabledReason === null) void state.send();
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {formTitle(form)}
        </h2>
        {!isInsert && <p className={styles.deal}>{itemSentence(form.item, form.priceText)}</p>}
        {isInsert && (
          <div className={styles.pair}>
            <ContractField
              {...{ isLocked, errors }}
              value={fields.contract}
              onValue={(contract) => edit({ contract })}
            />
            <div className={styles.field}>
              <span className={styles.caption}>Your side</span>
              <SegmentedControl
                label="Your side"
                value={fields.side}
                isDisabled={isLocked}
                onChange={(side) => edit({ side })}
                segments={[
                  { value: 'B', label: 'Buy', tone: 'buy' },
                  { value: 'S', label: 'Sell', tone: 'sell' },
                ]}
              />
            </div>
          </div>
        )}
        {!isAccept && <Terms state={state} />}
        <div className={`${styles.pair} ${styles.choices}`}>
          <ChoiceField
            label="For"
            hasFocus={isAccept}
            value={fields.principal}
            error={errors.principal}
            isLocked={isLocked || (isAccept && form.item.principal !== null)}
            choices={state.choices}
            none="For whom?"
            onValue={(principal) => edit({ principal })}
          />
          <ChoiceField
            label="Sub-account"
            value={fields.subAccount}
            isLocked={isLocked || state.subAccounts.length === 0}
            choices={state.subAccounts.map(({ code }) => ({ code, name: '' }))}
            none={state.subAccounts.length === 0 ? 'It has none' : 'None'}
            onValue={(subAccount) => edit({ subAccount })}
          />
        </div>
        {isInsert && (
          <div className={`${styles.pair} ${styles.choices}`}>
            <MemberField
              {...{ isLocked, errors }}
              value={fields.counterparty}
              onValue={(counterparty) => edit({ counterparty, otherClient: '' })}
            />
            {isCross && (
              <ChoiceField
                label="Other client"
                value={fields.otherClient}
                error={errors.otherClient}
                isLocked={isLocked}
                choices={state.choices.filter(({ capacity }) => capacity === 'A')}
                none="Which one?"
                onValue={(otherClient) => edit({ otherClient })}
              />
            )}
          </div>
        )}
        {isAccept && (
          <TextField
            label="Dealer whose deal it is"
            value={fields.dealer}
            isLocked={isLocked}
            suggestions={dealers}
            onValue={(dealer) => edit({ dealer: dealer.toUpperCase() })}
          />
        )}
        {form.kind !== 'edit' && (
          <TextField
            label="Reference, for your member only"
            value={fields.ref}
            error={errors.ref}
            isLocked={isLocked}
            onValue={(ref) => edit({ ref })}
          />
        )}
        <p id={effectId} className={styles.effect}>
          {effectText(form, {
            counterparty: fields.counterparty,
            ownMember: state.ownMember,
            dealer: state.dealer,
          })}
        </p>
        {isChanged && (
          <div role="alert" className={`${styles.outcome} ${styles.changed}`}>
            <span>
              {live.counterparty} has changed it: now{' '}
              {itemSentence(toAccept(live), priceText(live.price, live))}.
            </span>
            <Button
              size="small"
              onClick={() =>
                setForm({ ...form, item: toAccept(live), priceText: priceText(live.price, live) })
              }
            >
              Take the new terms
            </Button>
          </div>
        )}
        <Outcome phase={phase} />
        {reason !== null && <p className={styles.note}>{reason}</p>}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{state.isWaiting ? 'Close' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant={fields.side === 'B' ? 'buy' : 'sell'}
            disabledReason={disabledReason}
          >
            {phase.kind === 'sending'
              ? 'Sending…'
              : phase.kind === 'unknown'
                ? 'Asking for the outcome…'
                : `${phase.kind === 'notReceived' ? 'Send again: ' : ''}${state.words ?? formTitle(form)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The row as it is now; undefined for a report, and for a row that has gone. */
function useLiveItem(form: UnmatchedForm): UnmatchedDealRow | undefined {
  return useStoreRow(dataSetStores.unmatchedDeal, form.kind === 'insert' ? null : form.item.unmatchedSeq);
}

/** Why nothing can be sent now, whatever is typed. */
function useReason(form: UnmatchedForm, live: UnmatchedDealRow | undefined): string | null {
  const context = useActionContext();
  if (form.kind === 'insert') return reasonAgainst(openReportForm, { contract: null }, context);
  const action = form.kind === 'accept' ? openAcceptForm : openEditUnmatchedForm;
  return reasonAgainst(action, { item: live ?? form.item, priceText: form.priceText }, context);
}

interface PartProps {
  readonly value: string;
  readonly errors: ReturnType<typeof useItemForm>['errors'];
  readonly isLocked: boolean;
  readonly onValue: (value: string) => void;
}

/** Suggests futures and options: pairs and deltas are reported by their legs. */
function ContractField({ value, errors, isLocked, onValue }: PartProps) {
  const names = useStoreKeys(contractStore).filter(
    (name) => !name.includes('-') && !name.endsWith(' D') && reasonNotDealt(contractStore.get(name)) === null,
  );
  return (
    <TextField
      label="Contract"
      hasFocus
      value={value}
      error={errors.contract}
      isLocked={isLocked}
      suggestions={names}
      onValue={(text) => onValue(text.toUpperCase())}
    />
  );
}

function MemberField({ value, errors, isLocked, onValue }: PartProps) {
  const members = useStoreRows(membersStore).filter(({ active }) => active);
  return (
    <ChoiceField
      label="With"
      value={value}
      error={errors.counterparty}
      isLocked={isLocked}
      choices={members}
      none="Which member?"
      onValue={onValue}
    />
  );
}

function Terms({ state }: { readonly state: ReturnType<typeof useItemForm> }) {
  const { fields, edit, errors, isLocked, terms, rules, row } = state;
  const { tick, decimals } = terms;
  return (
    <div className={styles.pair}>
      <NumberField
        label="Quantity"
        unit="lots"
        text={fields.qtyText}
        error={errors.qty}
        stepText="1"
        inputMode="numeric"
        isReadOnly={isLocked}
        onText={(qtyText) => edit({ qtyText })}
        onStep={(steps) => edit({ qtyText: steppedQty(fields.qtyText, steps, rules.maxQty) })}
      />
      <NumberField
        label="Price"
        unit={terms.unit}
        text={fields.priceText}
        error={errors.price}
        stepText={formatPrice(tick, decimals)}
        isReadOnly={isLocked}
        onText={(text) => edit({ priceText: text })}
        onStep={(steps) => {
          const fallback = row?.last ?? row?.mtm ?? null;
          const text = steppedPrice(fields.priceText, steps, {
            step: new Big(tick),
            tick,
            decimals,
            fallback,
          });
          if (text !== null) edit({ priceText: text });
        }}
        onLeave={() => edit({ priceText: tidiedPrice(fields.priceText, decimals) })}
      />
    </div>
  );
}

/** Screen readers announce every change. */
function Outcome({ phase }: { readonly phase: CommandPhase }) {
  const text =
    phase.kind === 'rejected'
      ? phase.sentence
      : phase.kind === 'notReceived'
        ? 'The market has no record of it. Sending it again cannot do it twice.'
        : phase.kind === 'unknown'
          ? 'No reply came, so the outcome is not known yet. Asking the market.'
          : null;
  return (
    <div role="status">
      {text !== null && (
        <p className={styles.outcome} data-kind={phase.kind}>
          {text}
        </p>
      )}
    </div>
  );
}
