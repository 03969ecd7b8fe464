// The dialog where a dealer reports a deal, changes a report, or accepts a deal that another member has reported or assigned.
import { classifyContract, dealsInOthers, type UnmatchedDealRow } from '@openpit/wire';
import Big from 'big.js';
import { useState } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { UnmatchedForm } from '../../actions/dialogs.ts';
import {
  itemSentence,
  itemSubject,
  openAcceptForm,
  openEditUnmatchedForm,
  openReportForm,
  toAccept,
} from '../../actions/unmatched-deals.ts';
import {
  fallbackTick,
  steppedPrice,
  steppedQty,
  termsOfRow,
  tidiedPrice,
} from '../../market/contract-terms.ts';
import { columnDecimals, priceText } from '../../market/market-text.ts';
import { usePrice } from '../../market/prices.ts';
import { useStoreKeys, useStoreRow, useStoreRows } from '../../market/use-store.ts';
import { firstDealer } from '../../stores/chosen.ts';
import { reasonNotDealt } from '../../stores/market-days.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { contractStore, dataSetStores, membersStore } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatPrice } from '../../ui/format.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { codeChoice, principalChoices, principals, subAccounts, useKnownDealers } from '../accounts.ts';
import {
  CommandDialog,
  type CommandForm,
  FormFields,
  type ParsedCommand,
  useCommandForm,
  useDialogFields,
} from '../command-form.tsx';
import { missingInput } from '../parse-fields.ts';
import { type Edits, isEditable, type SendForm, withEdits } from '../send-form.ts';
import {
  effectText,
  firstItemFields,
  formTitle,
  type ItemFields,
  type ItemRules,
  otherDealer,
  type ParsedItem,
  parseItemForm,
  sendLabelOf,
} from './parse-item-form.ts';
import styles from './unmatched-deal.module.css';

interface UnmatchedDealDialogProps {
  readonly form: UnmatchedForm;
  readonly onClose: () => void;
}

export function UnmatchedDealDialog({ form: opened, onClose }: UnmatchedDealDialogProps) {
  const [item, setItem] = useState(opened);
  const { form, row, rules, unit, hqAccess, changed } = useItemForm(item);
  const contracts = useReportedContracts();
  const members = useStoreRows(membersStore).filter(({ active }) => active);
  const dealers = useKnownDealers();
  const { fields } = form;
  const { ownMember, ownDealer, maxQty } = rules;
  const { tick, decimals } = rules.price;
  const isInsert = item.kind === 'insert';
  const isAccept = item.kind === 'accept';
  const isCross = isInsert && fields.counterparty === ownMember && fields.counterparty !== '';
  const codes = subAccounts(hqAccess, fields.principal);
  const dealer = otherDealer(fields, ownDealer);
  return (
    <CommandDialog
      title={formTitle(item)}
      note={effectText(item, { counterparty: fields.counterparty, ownMember, dealer })}
      status={form.status}
      tone={fields.side === 'B' ? 'buy' : 'sell'}
      isNarrow
      onClose={onClose}
    >
      {!isInsert && (
        <p className={styles.deal}>{itemSentence(item.item, priceText(item.item.price, item.item))}</p>
      )}
      <FormFields<ItemFields>
        form={form}
        fields={[
          isInsert && {
            kind: 'text',
            name: 'contract',
            label: 'Contract',
            suggestions: contracts,
            isUpperCase: true,
            isFirst: true,
          },
          isInsert && {
            kind: 'view',
            name: 'side',
            view: (
              <div className={styles.side}>
                <span>Your side</span>
                <SegmentedControl
                  label="Your side"
                  value={fields.side}
                  isDisabled={form.isFixed}
                  onChange={(side) => form.edit({ side })}
                  segments={[
                    { value: 'B', label: 'Buy', tone: 'buy' },
                    { value: 'S', label: 'Sell', tone: 'sell' },
                  ]}
                />
              </div>
            ),
          },
          !isAccept && {
            kind: 'number',
            name: 'qtyText',
            label: 'Quantity',
            unit: 'lots',
            stepText: '1',
            isInteger: true,
            stepped: (text, steps) => steppedQty(text, steps, maxQty),
          },
          !isAccept && {
            kind: 'number',
            name: 'priceText',
            label: 'Price',
            unit,
            stepText: formatPrice(tick, decimals),
            stepped: (text, steps) =>
              steppedPrice(text, steps, {
                ...{ step: new Big(tick), tick, decimals },
                fallback: row?.last ?? row?.mtm ?? null,
              }),
            tidied: (text) => tidiedPrice(text, decimals),
          },
          {
            kind: 'choice',
            name: 'principal',
            label: 'For',
            nothing: 'Choose an account',
            choices: principals(hqAccess),
            clears: 'subAccount',
            isFirst: isAccept,
            isFixed: isAccept && item.item.principal !== null,
          },
          {
            kind: 'choice',
            name: 'subAccount',
            label: 'Sub-account',
            choices: codes,
            isFixed: codes.length === 1,
          },
          isInsert && {
            kind: 'choice',
            name: 'counterparty',
            label: 'With',
            nothing: 'Choose a member',
            choices: members.map(codeChoice),
            clears: 'otherClient',
          },
          isCross && {
            kind: 'choice',
            name: 'otherClient',
            label: 'Other client',
            nothing: 'Choose a client',
            choices: principalChoices(hqAccess)
              .filter(({ capacity }) => capacity === 'A')
              .map(codeChoice),
          },
          isAccept && {
            kind: 'text',
            name: 'dealer',
            label: 'Dealer whose deal it is',
            suggestions: dealers,
            isUpperCase: true,
            isWhole: true,
          },
          item.kind !== 'edit' && {
            kind: 'text',
            name: 'ref',
            label: 'Reference, for your member only',
            isWhole: true,
          },
        ]}
      />
      {changed !== null && (
        <div role="alert" className={styles.changed}>
          <span>
            {isAccept ? changed.item.counterparty : 'Your member'} has changed it: now{' '}
            {itemSentence(changed.item, priceText(changed.item.price, changed.item))}.
          </span>
          <Button size="small" onClick={() => setItem(changed)}>
            Take the new terms
          </Button>
        </div>
      )}
    </CommandDialog>
  );
}

/** The form, the data needed to parse its fields, and the changed item. Its fields are the user's edits to the item. */
function useItemForm(item: UnmatchedForm) {
  const hqAccess = useSession((session) => session.hqAccess);
  const { defaults, profile } = usePreferences(({ document }) => document);
  const ownMember = hqAccess?.memberCode ?? '';
  const [first] = useState({
    principal: ownMember,
    dealer: hqAccess === null ? '' : firstDealer(profile, hqAccess),
    qty: defaults.defaultOrderQuantity,
  });
  const edits = useDialogFields<Edits<ItemFields>>(() => ({}));
  const fields = withEdits(firstItemFields(item, first), edits.fields);
  const changed = useChangedItem(item, edits);
  const closedReason = useClosedReason(item, changed);
  const row = usePrice(fields.contract);
  const terms =
    row === undefined ? { tick: fallbackTick, decimals: columnDecimals, unit: 'R/t' } : termsOfRow(row);
  const kind = row === undefined ? null : classifyContract(row.contractDisplay);
  const rules: ItemRules = {
    price: { ...terms, limitLow: row?.limitLow ?? null, limitHigh: row?.limitHigh ?? null },
    maxQty: defaults.maxOrderQuantity,
    isReportable: kind === 'futures' || kind === 'options',
    ownMember,
    ownDealer: hqAccess?.dealerCode ?? '',
  };
  const sent = useCommandForm(edits, {
    parse: () => commandOf(item, fields, parseItemForm(item, fields, rules)),
    label: formTitle(item),
    closedReason,
  });
  const form: CommandForm<ItemFields> = { ...sent, fields };
  return { form, row, rules, unit: terms.unit, hqAccess, changed };
}

/** The current row; undefined for a report, and for a removed row. */
function useLiveItem(item: UnmatchedForm): UnmatchedDealRow | undefined {
  return useStoreRow(dataSetStores.unmatchedDeal, item.kind === 'insert' ? null : item.item.unmatchedSeq);
}

type ItemForm = Exclude<UnmatchedForm, { readonly kind: 'insert' }>;

/** The item with its current terms, if they have changed since the user saw them; null otherwise, and once the form is sent. */
function useChangedItem(form: UnmatchedForm, { phase }: Pick<SendForm<object>, 'phase'>): ItemForm | null {
  const live = useLiveItem(form);
  if (form.kind === 'insert' || live === undefined || live.version === form.item.version) return null;
  if (!isEditable(phase)) return null;
  const item = form.kind === 'accept' ? toAccept(live) : live;
  return { ...form, item };
}

/** Why nothing can be sent now, whatever the input. */
function useClosedReason(item: UnmatchedForm, changed: ItemForm | null): string | null {
  const context = useActionContext();
  const live = useLiveItem(item);
  if (item.kind === 'insert') return reasonAgainst(openReportForm, { contract: null }, context);
  const action = item.kind === 'accept' ? openAcceptForm : openEditUnmatchedForm;
  const reason = reasonAgainst(action, { item: live ?? item.item }, context);
  return reason ?? (changed === null ? null : 'Look at the new terms first.');
}

/** Futures and options: pairs and deltas are reported by their legs. */
function useReportedContracts(): readonly string[] {
  return useStoreKeys(contractStore).filter(
    (name) => !dealsInOthers(name) && reasonNotDealt(contractStore.get(name)) === null,
  );
}

function commandOf(item: UnmatchedForm, fields: ItemFields, parsed: ParsedItem): ParsedCommand {
  const outdated = item.kind === 'insert' ? [] : [itemSubject(item.item)];
  switch (parsed.kind) {
    case 'errors':
      return parsed;
    case 'unchanged':
      return missingInput('Nothing is changed yet.');
    case 'insert': {
      const { body } = parsed;
      const { qty, price, contract, counterparty } = body;
      const row = contractStore.get(contract);
      const text = row === undefined ? formatPrice(price, columnDecimals) : priceText(price, row);
      return {
        kind: 'ready',
        command: 'insertUnmatchedDeal',
        body,
        description: sendLabelOf(item, fields, { qty, priceText: text }),
        accepted: ({ unmatchedSeq }) =>
          `Unmatched deal ${unmatchedSeq} waits for ${counterparty} to accept it.`,
      };
    }
    case 'edit':
      return {
        kind: 'ready',
        command: 'editUnmatchedDeal',
        body: parsed.body,
        description: wordsOfItem(item, fields, parsed.body),
        accepted: ({ unmatchedSeq }) =>
          `Unmatched deal ${unmatchedSeq} was changed and waits for its acceptance.`,
        outdated,
      };
    case 'accept':
      return {
        kind: 'ready',
        command: 'acceptUnmatchedDeal',
        body: parsed.body,
        description: wordsOfItem(item, fields, {}),
        accepted: ({ unmatchedSeq, deals }) =>
          `Accepted unmatched deal ${unmatchedSeq}: it is your deal ${deals.join(', ')}.`,
        outdated,
      };
  }
}

/** The text of a change or an acceptance: the terms of the item, or the terms that replace them. */
function wordsOfItem(
  form: UnmatchedForm,
  fields: ItemFields,
  changed: { readonly qty?: number | undefined; readonly price?: number | undefined },
): string {
  if (form.kind === 'insert') return formTitle(form);
  const { item } = form;
  const { qty = item.qty, price = item.price } = changed;
  return sendLabelOf(form, fields, { qty, priceText: priceText(price, item) });
}
