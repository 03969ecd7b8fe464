// The state of the form for an unmatched deal: its fields, what is wrong with them, and the command that they make.

import { classifyContract } from '@openpit/wire';
import { useState } from 'react';
import type { UnmatchedForm } from '../../actions/dialogs.ts';
import { sendCommand } from '../../actions/send.ts';
import { itemSubject } from '../../actions/unmatched-deals.ts';
import { fallbackTick, termsOfRow } from '../../market/contract-terms.ts';
import { columnDecimals, priceText } from '../../market/market-text.ts';
import { usePrice } from '../../panels/sources/prices.ts';
import { firstDealer } from '../../stores/chosen.ts';
import { useTypedForm } from '../../stores/kept-work.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { principalChoices } from '../ticket/order-draft.ts';
import { sendWords } from './item-form-words.ts';
import {
  firstItemFields,
  type ItemFields,
  type ItemRules,
  otherDealer,
  type ReadItem,
  readItemForm,
} from './read-item-form.ts';
import { useItemCommand } from './use-item-command.ts';

type Ready = Extract<ReadItem, { kind: UnmatchedForm['kind'] }>;

export function useItemForm(form: UnmatchedForm, onDone: () => void) {
  const hqAccess = useSession((session) => session.hqAccess);
  const { maxOrderQuantity: maxQty, defaultOrderQuantity } = usePreferences(
    ({ document }) => document.defaults,
  );
  const choices = principalChoices(hqAccess);
  const ownMember = hqAccess?.memberCode ?? '';
  const ownDealer = hqAccess?.dealerCode ?? '';
  const profile = usePreferences(({ document }) => document.profile);
  const dealer = hqAccess === null ? '' : firstDealer(profile, hqAccess);
  const [first] = useState(() =>
    firstItemFields(form, { principal: ownMember, dealer, qty: defaultOrderQuantity }),
  );
  const [fields, setFields] = useState(first);
  const [isTried, setTried] = useState(false);
  const command = useItemCommand(onDone, form.kind === 'insert' ? [] : [itemSubject(form.item)]);
  const row = usePrice(fields.contract);
  const terms =
    row === undefined ? { tick: fallbackTick, decimals: columnDecimals, unit: 'R/t' } : termsOfRow(row);
  const kind = row === undefined ? null : classifyContract(row.contractDisplay);
  const rules: ItemRules = {
    price: { ...terms, limitLow: row?.limitLow ?? null, limitHigh: row?.limitHigh ?? null },
    maxQty,
    isReportable: kind === 'futures' || kind === 'options',
    ownMember,
    ownDealer,
  };
  const read = readItemForm(form, fields, rules);
  const words = wordsOf(form, fields, read);
  const isTyped = fields !== first && !command.isWaiting;
  useTypedForm('dialog', isTyped ? { name: words ?? 'Unmatched deal', fields } : null);

  function edit(change: Partial<ItemFields>): void {
    if (command.isLocked) return;
    command.edited();
    // A sub-account belongs to one principal.
    setFields((was) => ({ ...was, ...(change.principal !== undefined && { subAccount: '' }), ...change }));
  }

  async function send(): Promise<void> {
    setTried(true);
    if (read.kind === 'errors' || read.kind === 'unchanged' || words === null) return;
    await command.send((requestId, options) => sendItem(read, requestId, words, options), words);
  }

  return {
    fields,
    edit,
    send,
    words,
    terms,
    rules,
    row,
    choices,
    ownMember,
    dealer: otherDealer(fields, ownDealer),
    phase: command.phase,
    isLocked: command.isLocked,
    isWaiting: command.isWaiting,
    isUnchanged: read.kind === 'unchanged',
    errors: isTried && read.kind === 'errors' ? read.errors : {},
    subAccounts: (hqAccess?.subAccounts ?? []).filter(({ principal }) => principal === fields.principal),
  };
}

/** What the button will do; null while the fields make no command. */
function wordsOf(form: UnmatchedForm, fields: ItemFields, read: ReadItem): string | null {
  if (read.kind === 'errors' || read.kind === 'unchanged') return null;
  if (form.kind !== 'insert') {
    const { item } = form;
    const { qty = item.qty, price = item.price } = read.kind === 'edit' ? read.body : {};
    return sendWords(form, fields, { qty, priceText: priceText(price, item) });
  }
  if (read.kind !== 'insert') return null;
  const { qty, price, contract } = read.body;
  const row = contractStore.get(contract);
  const text = row === undefined ? formatPrice(price, columnDecimals) : priceText(price, row);
  return sendWords(form, fields, { qty, priceText: text });
}

function sendItem(
  read: Ready,
  requestId: string,
  words: string,
  options: NonNullable<Parameters<typeof sendCommand>[3]>,
) {
  const other = read.kind === 'insert' ? read.body.counterparty : '';
  switch (read.kind) {
    case 'insert':
      return sendCommand(
        'insertUnmatchedDeal',
        { requestId, ...read.body },
        {
          action: 'Report',
          words,
          accepted: ({ unmatchedSeq }) => `Unmatched deal ${unmatchedSeq} waits for ${other} to accept it.`,
        },
        options,
      );
    case 'edit':
      return sendCommand(
        'editUnmatchedDeal',
        { requestId, ...read.body },
        {
          action: 'Change',
          words,
          accepted: ({ unmatchedSeq }) =>
            `Unmatched deal ${unmatchedSeq} was changed and waits for its acceptance.`,
        },
        options,
      );
    case 'accept':
      return sendCommand(
        'acceptUnmatchedDeal',
        { requestId, ...read.body },
        {
          action: 'Accept',
          words,
          accepted: ({ unmatchedSeq, deals }) =>
            `Accepted unmatched deal ${unmatchedSeq}: it is your deal ${deals.join(', ')}.`,
        },
        options,
      );
  }
}
