// Splits a deal (ACT-13): one line of fields for each part.
import type { DealRow } from '@openpit/wire';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { DeleteIcon, PlusIcon } from '../../ui/icons.tsx';
import { principals, subAccounts, useKnownDealers } from '../accounts.ts';
import { lotsIn } from '../parse-fields.ts';
import styles from './deal-form.module.css';
import { DealForm, type DealFormProps } from './deal-form.tsx';
import { dealLine } from './deal-lines.ts';
import { firstParts, lotsLeft, maxParts, parseSplit, type SplitPartInput, withPart } from './split-parts.ts';

interface SplitFields {
  readonly parts: readonly SplitPartInput[];
}

export function SplitForm({ deals: [deal], facts: { hqAccess }, ...dialog }: DealFormProps) {
  const { dealSeq } = deal;
  const dealers = useKnownDealers();
  return (
    <DealForm<SplitFields>
      title={`Split deal ${dealSeq} in ${deal.contract}`}
      noteOf={() =>
        'The deal is replaced by its parts, at the same price and time. They stay linked with it.'
      }
      options={{
        label: `Split deal ${dealSeq}`,
        initial: () => ({ parts: firstParts(deal) }),
        parse({ parts: inputs }) {
          const parsed = parseSplit(deal, inputs);
          if (parsed.kind === 'missing') return parsed;
          const { parts } = parsed;
          return {
            kind: 'ready',
            command: 'splitDeal',
            description: `Split deal ${dealSeq} into ${parts.length} parts`,
            body: { dealSeq, parts: [...parts] },
            accepted: ({ deals }) => `Split deal ${dealSeq} into deals ${deals.join(', ')}.`,
          };
        },
      }}
      beforeOf={() => [deal]}
      afterOf={({ parts }) => {
        const after = partDeals(deal, parts);
        return {
          lines: after.map((part, at) => dealLine(`Part ${at + 1}`, part)),
          replacement: lotsLeft(deal, parts) === 0 ? after : undefined,
        };
      }}
      fieldsOf={({ fields: { parts }, isFixed, edit }) => {
        const change = (id: number, changed: Partial<SplitPartInput>) =>
          edit({ parts: parts.map((part) => (part.id === id ? { ...part, ...changed } : part)) });
        const left = lotsLeft(deal, parts);
        return (
          <fieldset className={styles.parts}>
            <legend className="visually-hidden">Parts</legend>
            {parts.map((part, at) => (
              <div key={part.id} className={styles.part}>
                <TextField
                  label="Lots"
                  name={`Lots of part ${at + 1}`}
                  inputMode="numeric"
                  isFirst={at === 0}
                  text={part.qtyText}
                  isDisabled={isFixed}
                  onText={(qtyText) => change(part.id, { qtyText })}
                />
                <SelectField
                  label="For"
                  name={`Principal of part ${at + 1}`}
                  value={part.principal}
                  nothing={part.principal}
                  choices={principals(hqAccess)}
                  isDisabled={isFixed}
                  onChoose={(principal) => change(part.id, { principal, subAccount: '' })}
                />
                <SelectField
                  label="Sub-account"
                  name={`Sub-account of part ${at + 1}`}
                  value={part.subAccount}
                  choices={subAccounts(hqAccess, part.principal)}
                  isDisabled={isFixed}
                  onChoose={(subAccount) => change(part.id, { subAccount })}
                />
                <TextField
                  label="Dealer"
                  name={`Dealer of part ${at + 1}`}
                  text={part.dealer}
                  maxLength={16}
                  suggestions={dealers}
                  isDisabled={isFixed}
                  onText={(dealer) => change(part.id, { dealer: dealer.toUpperCase() })}
                />
                <IconButton
                  icon={<DeleteIcon />}
                  label={`Remove part ${at + 1}`}
                  disabledReason={parts.length <= 2 ? 'A deal must be split into at least two parts.' : null}
                  onClick={() => edit({ parts: parts.filter(({ id }) => id !== part.id) })}
                />
              </div>
            ))}
            <div className={styles.below}>
              <Button
                size="small"
                icon={<PlusIcon />}
                disabledReason={
                  parts.length >= maxParts ? `A deal must be split into at most ${maxParts} parts.` : null
                }
                onClick={() => edit({ parts: withPart(deal, parts) })}
              >
                Add part
              </Button>
              <span aria-live="polite">
                {deal.qty - left} of {deal.qty} lots
              </span>
            </div>
          </fieldset>
        );
      }}
      {...dialog}
    />
  );
}

/** The deals that the entered parts would become. A part without a quantity has no lots. */
const partDeals = (deal: DealRow, parts: readonly SplitPartInput[]): readonly DealRow[] =>
  parts.map(({ qtyText, principal, subAccount, dealer }) => ({
    ...deal,
    qty: lotsIn(qtyText) ?? 0,
    principal,
    subAccount,
    dealer: dealer.trim() === '' ? deal.dealer : dealer.trim(),
  }));
