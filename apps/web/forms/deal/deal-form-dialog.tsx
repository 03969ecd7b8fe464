// The six forms of members' actions on deals (ACT-13 to ACT-17, ACT-20), and the dialog that shows the open form. The chosen deals are
// shown live, because another screen may change them.
import type { DealRow, TripartiteRow } from '@openpit/wire';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import { alikeDeals, dealActions, useDealFacts } from '../../actions/deal-actions.ts';
import type { DealFormKind, DealFormRequest } from '../../actions/dialogs.ts';
import { sideVerb } from '../../actions/order-actions.ts';
import { exchangeTime, lotsText } from '../../market/market-text.ts';
import { useStoreRows } from '../../market/use-store.ts';
import { getTripartites } from '../../server/static-data.ts';
import { membersStore } from '../../stores/stores.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { DeleteIcon, PlusIcon } from '../../ui/icons.tsx';
import { codeChoice, principals, subAccounts, useKnownDealers } from '../accounts.ts';
import { FormFields } from '../command-form.tsx';
import { lotsIn } from '../read-fields.ts';
import styles from './deal-form.module.css';
import { type DealAfter, DealForm, type DealFormProps } from './deal-form.tsx';
import {
  accountText,
  cumulatedDeal,
  dealLine,
  dealPriceText,
  lineOfDeal,
  linesWhenPassedOn,
  ownNameAndOffset,
} from './deal-lines.ts';
import { firstParts, lotsLeft, mostParts, readParts, type TypedPart, withPart } from './split-parts.ts';

// The tripartite arrangements with the member as executor (API-7), loaded while a form needs them.

interface Tripartites {
  readonly status: 'loading' | 'error' | 'success';
  readonly arrangements: readonly TripartiteRow[];
  /** The reason why the arrangements could not be loaded, as a sentence. */
  readonly fault: string | null;
}

const loading: Tripartites = { status: 'loading', arrangements: [], fault: null };

function useTripartites(member: string): Tripartites & { readonly load: () => void } {
  const [known, setKnown] = useState(loading);
  const running = useRef<AbortController | null>(null);
  const load = useCallback(() => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setKnown(loading);
    void getTripartites(own.signal).then((answer) => {
      if (own.signal.aborted) return;
      setKnown(
        answer.kind === 'ok'
          ? {
              status: 'success',
              arrangements: answer.value.filter(({ executingMember }) => executingMember === member),
              fault: null,
            }
          : { status: 'error', arrangements: [], fault: answer.message },
      );
    });
  }, [member]);
  useEffect(() => {
    load();
    return () => running.current?.abort();
  }, [load]);
  return { ...known, load };
}

// Moves a deal to another account of the user's member: corrects its principal (ACT-17), or changes its sub-account (ACT-20).

interface PrincipalFields {
  readonly principal: string;
  /** Empty for none. */
  readonly subAccount: string;
}

function PrincipalForm({ deals: [deal], facts: { account }, ...dialog }: DealFormProps) {
  const { dealSeq } = deal;
  return (
    <DealForm<PrincipalFields>
      title={`Correct the principal of deal ${dealSeq} in ${deal.contract}`}
      noteOf={({ principal }) =>
        principal === ''
          ? 'The deal moves to the principal that you choose; the correction is recorded with the deal.'
          : `The deal and its position move from ${deal.principal} to ${principal}. Price and time stay; the correction is recorded.`
      }
      terms={{
        label: `Correct deal ${dealSeq}`,
        initial: () => ({ principal: '', subAccount: '' }),
        read({ principal, subAccount }) {
          // Another screen may have moved the deal there since.
          if (principal === '' || principal === deal.principal)
            return { kind: 'missing', reason: 'For whom is the deal?' };
          const to = accountText({ principal, subAccount });
          return {
            kind: 'ready',
            command: 'correctDealPrinciple',
            words: `Correct deal ${dealSeq} to ${to}`,
            body: {
              dealSeq,
              principal,
              ...(subAccount !== '' && { subAccount }),
            },
            accepted: () => `Corrected deal ${dealSeq}: it is for ${to} now.`,
          };
        },
      }}
      beforeOf={() => [deal]}
      afterOf={({ principal, subAccount }) =>
        principal === '' ? null : dealAfter({ ...deal, principal, subAccount })
      }
      fieldsOf={(form) => (
        <FormFields<PrincipalFields>
          form={form}
          of={[
            {
              kind: 'choice',
              name: 'principal',
              label: 'For',
              nothing: 'For whom?',
              isFirst: true,
              choices: principals(account).filter(({ value }) => value !== deal.principal),
              clears: 'subAccount',
            },
            {
              kind: 'choice',
              name: 'subAccount',
              label: 'Sub-account',
              choices: subAccounts(account, form.fields.principal),
            },
          ]}
        />
      )}
      {...dialog}
    />
  );
}

const dealAfter = (deal: DealRow): DealAfter => ({
  lines: [lineOfDeal(deal)],
  replacement: [deal],
});

interface SubAccountFields {
  /** Empty for none; null until one is chosen. */
  readonly subAccount: string | null;
}

function SubAccountForm({ deals: [deal], facts: { account }, ...dialog }: DealFormProps) {
  const { dealSeq, principal } = deal;
  const now = deal.subAccount ?? '';
  return (
    <DealForm<SubAccountFields>
      title={`Change the sub-account of deal ${dealSeq} in ${deal.contract}`}
      noteOf={({ subAccount }) => {
        const where = subAccount === null ? 'the sub-account that you choose' : `sub-account ${subAccount}`;
        return subAccount === ''
          ? `The deal leaves sub-account ${now} and is for ${principal} itself. Price and time stay; the change is recorded.`
          : `The deal moves to ${where} of ${principal}. Price and time stay; the change is recorded.`;
      }}
      terms={{
        label: `Move deal ${dealSeq}`,
        initial: () => ({ subAccount: null }),
        read({ subAccount }) {
          if (subAccount === null || subAccount === now)
            return { kind: 'missing', reason: 'To which sub-account?' };
          const to = subAccount === '' ? 'no sub-account' : subAccount;
          return {
            kind: 'ready',
            command: 'subAccountChange',
            words: subAccount === '' ? `Take deal ${dealSeq} out of ${now}` : `Move deal ${dealSeq} to ${to}`,
            body: {
              dealSeq,
              subAccount: subAccount === '' ? null : subAccount,
            },
            accepted: () => `Deal ${dealSeq} is in ${to} of ${principal} now.`,
          };
        },
      }}
      beforeOf={() => [deal]}
      afterOf={({ subAccount }) => (subAccount === null ? null : dealAfter({ ...deal, subAccount }))}
      fieldsOf={({ fields, isFixed, edit }) => (
        <SelectField
          label={`Sub-account of ${principal}`}
          value={fields.subAccount ?? 'none chosen'}
          nothing="Which sub-account?"
          choices={subAccounts(account, principal).filter(({ value }) => value !== now)}
          isDisabled={isFixed}
          isFirst
          onChoose={(subAccount) => edit({ subAccount })}
        />
      )}
      {...dialog}
    />
  );
}

// Cumulates deals (ACT-16): the user chooses among the deals that are alike.

interface CumulateFields {
  readonly chosen: readonly number[];
  readonly isAverage: boolean;
}

function CumulateForm({ deals, facts, ...dialog }: DealFormProps) {
  const [first] = deals;
  const candidates = [first, ...alikeDeals(first, facts.all)].toSorted((a, b) => a.dealSeq - b.dealSeq);
  const chosenOf = ({ chosen }: CumulateFields) =>
    candidates.filter(({ dealSeq }) => chosen.includes(dealSeq));
  return (
    <DealForm<CumulateFields>
      title={`Cumulate deals in ${first.contract}`}
      noteOf={(fields) => cumulateNote(chosenOf(fields), fields.isAverage)}
      terms={{
        label: 'Cumulate deals',
        initial: () => ({ chosen: firstChosen(deals, candidates), isAverage: false }),
        read(fields) {
          const chosen = chosenOf(fields);
          if (chosen.length < 2) return { kind: 'missing', reason: 'Choose at least two deals.' };
          if (pricesDiffer(chosen) && !fields.isAverage)
            return {
              kind: 'missing',
              reason: 'Their prices differ: take the average, or leave out those with another price.',
            };
          const dealSeqs = chosen.map(({ dealSeq }) => dealSeq);
          return {
            kind: 'ready',
            command: 'cumulateDeal',
            words: `Cumulate ${chosen.length} deals`,
            body: { dealSeqs, averagePrice: fields.isAverage },
            accepted: ({ deals: [made] }) => `Cumulated deals ${dealSeqs.join(', ')} into deal ${made}.`,
          };
        },
      }}
      beforeOf={chosenOf}
      afterOf={(fields) => {
        const [one, ...others] = chosenOf(fields);
        return one === undefined ? null : { lines: [dealLine('New deal', cumulatedDeal([one, ...others]))] };
      }}
      fieldsOf={({ fields, isFixed, edit }) => (
        <>
          <fieldset className={styles.choices}>
            <legend>Deals to cumulate</legend>
            {candidates.map((deal, at) => (
              <CheckField
                key={deal.dealSeq}
                isChecked={fields.chosen.includes(deal.dealSeq)}
                isDisabled={isFixed}
                isFirst={at === 0}
                onCheck={(isChecked) =>
                  edit({
                    chosen: isChecked
                      ? [...fields.chosen, deal.dealSeq]
                      : fields.chosen.filter((dealSeq) => dealSeq !== deal.dealSeq),
                  })
                }
              >
                Deal {deal.dealSeq}: {sideVerb(deal.side)} {deal.qty} at {dealPriceText(deal)},{' '}
                {exchangeTime(deal.time)}
              </CheckField>
            ))}
          </fieldset>
          {pricesDiffer(chosenOf(fields)) && (
            <CheckField
              isChecked={fields.isAverage}
              isDisabled={isFixed}
              onCheck={(isAverage) => edit({ isAverage })}
            >
              At their average price
            </CheckField>
          )}
        </>
      )}
      {...dialog}
    />
  );
}

const pricesDiffer = (deals: readonly DealRow[]) => new Set(deals.map(({ price }) => price)).size > 1;

/** The chosen deals. If only one was chosen, the deals at its price are added. */
export function firstChosen(
  [first, ...others]: readonly [DealRow, ...DealRow[]],
  candidates: readonly DealRow[],
): readonly number[] {
  const chosen =
    others.length > 0 ? [first, ...others] : candidates.filter(({ price }) => price === first.price);
  return chosen.map(({ dealSeq }) => dealSeq);
}

function cumulateNote(chosen: readonly DealRow[], isAverage: boolean): string {
  const [one, ...others] = chosen;
  if (one === undefined || others.length === 0)
    return 'The chosen deals are replaced by one deal of all their lots.';
  const { qty } = cumulatedDeal([one, ...others]);
  const price = pricesDiffer(chosen)
    ? isAverage
      ? ' at their average price; their value is kept to the cent'
      : ''
    : ' at their price';
  return `The ${chosen.length} deals are replaced by one deal of ${lotsText(qty)}${price}.`;
}

// Passes a deal on to another member: offered for acceptance (ACT-14), or immediately under a registered arrangement (ACT-15, API-7).

interface MemberFields {
  readonly member: string;
}

function AssignForm({ deals: [deal], ...dialog }: DealFormProps) {
  const { dealSeq } = deal;
  const members = useStoreRows(membersStore);
  const choices = members.filter(({ code, active }) => active && code !== deal.member).map(codeChoice);
  return (
    <DealForm<MemberFields>
      title={`Assign deal ${dealSeq} in ${deal.contract} to another member`}
      noteOf={({ member }) =>
        `The deal is offered to ${member === '' ? 'the member that you choose' : member} and stays yours until it is accepted. An offer that nobody accepts ends with the administration of the contract.`
      }
      terms={{
        label: `Assign deal ${dealSeq}`,
        initial: () => ({ member: '' }),
        read: ({ member }) =>
          member === ''
            ? { kind: 'missing', reason: 'To which member?' }
            : {
                kind: 'ready',
                command: 'assignDealToMember',
                words: `Assign deal ${dealSeq} to ${member}`,
                body: { dealSeq, member },
                accepted: () =>
                  `Offered deal ${dealSeq} to ${member}. It stays yours until ${member} accepts it.`,
              },
      }}
      beforeOf={() => [deal]}
      afterOf={({ member }) =>
        member === ''
          ? null
          : {
              caption: `When ${member} accepts`,
              lines: linesWhenPassedOn(deal, { member, principal: 'an account of its choice' }),
              replacement: ownNameAndOffset(deal),
            }
      }
      fieldsOf={(form) => (
        <FormFields<MemberFields>
          form={form}
          of={[
            {
              kind: 'choice',
              name: 'member',
              label: 'Member',
              nothing: 'Which member?',
              isFirst: true,
              choices,
              isWhole: true,
            },
          ]}
        />
      )}
      {...dialog}
    />
  );
}

interface TripartiteFields {
  readonly arrangement: TripartiteRow | null;
}

const keyOf = ({ client, carryingMember }: TripartiteRow) => `${client} ${carryingMember}`;

function TripartiteForm({ deals: [deal], closedReason, onClose }: DealFormProps) {
  const { dealSeq } = deal;
  const { status, arrangements, fault, load } = useTripartites(deal.member);
  return (
    <DealForm<TripartiteFields>
      title={`Pass deal ${dealSeq} in ${deal.contract} on by a tripartite arrangement`}
      noteOf={({ arrangement }) =>
        arrangement === null
          ? 'The deal passes immediately to the member that carries the client’s position. It was agreed in advance and needs no acceptance.'
          : `The deal passes immediately to ${arrangement.carryingMember}, for its client ${arrangement.client}. It was agreed in advance and needs no acceptance.`
      }
      terms={{
        label: `Pass deal ${dealSeq} on`,
        initial: () => ({ arrangement: null }),
        read({ arrangement }) {
          if (arrangement === null)
            return { kind: 'missing', reason: missingArrangement(status, deal.member) };
          const { client, carryingMember } = arrangement;
          return {
            kind: 'ready',
            command: 'tripartiteDeal',
            words: `Pass deal ${dealSeq} to ${carryingMember} for ${client}`,
            body: { dealSeq, client, carryingMember },
            accepted: () => `Passed deal ${dealSeq} to ${carryingMember} for ${client}.`,
          };
        },
      }}
      beforeOf={() => [deal]}
      afterOf={({ arrangement }) =>
        arrangement === null
          ? null
          : {
              lines: linesWhenPassedOn(deal, {
                member: arrangement.carryingMember,
                principal: arrangement.client,
              }),
              replacement: ownNameAndOffset(deal),
            }
      }
      fieldsOf={({ fields, isFixed, edit }) =>
        status === 'error' ? (
          <div role="alert" className={styles.below}>
            <span>The arrangements could not be loaded. {fault}</span>
            <Button size="small" onClick={load}>
              Try again
            </Button>
          </div>
        ) : (
          <SelectField
            label="Client and carrying member"
            value={fields.arrangement === null ? '' : keyOf(fields.arrangement)}
            nothing={
              status !== 'success'
                ? 'Loading the arrangements…'
                : arrangements.length === 0
                  ? 'None'
                  : 'Which arrangement?'
            }
            choices={arrangements.map((one) => ({
              value: keyOf(one),
              label: `${one.client}, carried by ${one.carryingMember}`,
            }))}
            isDisabled={isFixed}
            isFirst
            onChoose={(key) => edit({ arrangement: arrangements.find((one) => keyOf(one) === key) ?? null })}
          />
        )
      }
      closedReason={
        closedReason ??
        (status === 'success' && arrangements.length === 0
          ? `${deal.member} has no tripartite arrangement. Assign the deal instead, or have an arrangement registered.`
          : null)
      }
      onClose={onClose}
    />
  );
}

function missingArrangement(status: string, member: string): string {
  if (status === 'error') return `Without the arrangements of ${member} nothing can be sent.`;
  return status === 'success' ? 'By which arrangement?' : 'The arrangements are being loaded.';
}

// Splits a deal (ACT-13): one line of fields for each part.

interface SplitFields {
  readonly parts: readonly TypedPart[];
}

function SplitForm({ deals: [deal], facts: { account }, ...dialog }: DealFormProps) {
  const { dealSeq } = deal;
  const dealers = useKnownDealers();
  return (
    <DealForm<SplitFields>
      title={`Split deal ${dealSeq} in ${deal.contract}`}
      noteOf={() =>
        'The deal is replaced by its parts, at the same price and time. They stay linked with it.'
      }
      terms={{
        label: `Split deal ${dealSeq}`,
        initial: () => ({ parts: firstParts(deal) }),
        read({ parts: typed }) {
          const read = readParts(deal, typed);
          if (read.kind === 'missing') return read;
          const { parts } = read;
          return {
            kind: 'ready',
            command: 'splitDeal',
            words: `Split deal ${dealSeq} into ${parts.length} parts`,
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
          ...(lotsLeft(deal, parts) === 0 && { replacement: after }),
        };
      }}
      fieldsOf={({ fields: { parts }, isFixed, edit }) => {
        const change = (id: number, changed: Partial<TypedPart>) =>
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
                  choices={principals(account)}
                  isDisabled={isFixed}
                  onChoose={(principal) => change(part.id, { principal, subAccount: '' })}
                />
                <SelectField
                  label="Sub-account"
                  name={`Sub-account of part ${at + 1}`}
                  value={part.subAccount}
                  choices={subAccounts(account, part.principal)}
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
                  disabledReason={parts.length <= 2 ? 'A deal is split into at least two parts.' : null}
                  onClick={() => edit({ parts: parts.filter(({ id }) => id !== part.id) })}
                />
              </div>
            ))}
            <div className={styles.below}>
              <Button
                size="small"
                icon={<PlusIcon />}
                disabledReason={
                  parts.length >= mostParts ? `A deal is split into at most ${mostParts} parts.` : null
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

/** The deals that the typed parts would be; one without a quantity has no lots. */
const partDeals = (deal: DealRow, parts: readonly TypedPart[]): readonly DealRow[] =>
  parts.map(({ qtyText, principal, subAccount, dealer }) => ({
    ...deal,
    qty: lotsIn(qtyText) ?? 0,
    principal,
    subAccount,
    dealer: dealer.trim() === '' ? deal.dealer : dealer.trim(),
  }));

const forms: Readonly<Record<DealFormKind, ComponentType<DealFormProps>>> = {
  splitDeal: SplitForm,
  cumulateDeal: CumulateForm,
  correctDealPrinciple: PrincipalForm,
  subAccountChange: SubAccountForm,
  assignDealToMember: AssignForm,
  tripartiteDeal: TripartiteForm,
};

export interface DealFormDialogProps {
  readonly request: DealFormRequest;
  readonly onClose: () => void;
}

export function DealFormDialog({ request, onClose }: DealFormDialogProps) {
  const facts = useDealFacts();
  const context = useActionContext();
  const deals = request.deals.map(
    (deal) => facts.all.find(({ dealSeq }) => dealSeq === deal.dealSeq) ?? deal,
  );
  const [first, ...others] = deals;
  if (first === undefined) return null;
  const gone = request.deals.find((deal) => !facts.all.some(({ dealSeq }) => dealSeq === deal.dealSeq));
  const action = dealActions.find(({ id }) => id === request.kind);
  // If there are several deals, the form itself chooses those that still fit.
  const closedReason =
    gone !== undefined
      ? `Deal ${gone.dealSeq} is no longer among the deals of today.`
      : action === undefined
        ? null
        : reasonAgainst(action, { ...facts, deals: [first] }, context);
  const Form = forms[request.kind];
  return <Form deals={[first, ...others]} facts={facts} closedReason={closedReason} onClose={onClose} />;
}
