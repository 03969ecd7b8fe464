// Moves a deal to another account of the user's member, by correcting its principal (ACT-17) or changing its sub-account
// (ACT-20).
import { accountName, type DealRow } from '@openpit/wire';
import { SelectField } from '../../ui/fields.tsx';
import { principals, subAccounts } from '../accounts.ts';
import { FormFields } from '../command-form.tsx';
import { missingInput } from '../parse-fields.ts';
import { type DealAfter, DealForm, type DealFormProps } from './deal-form.tsx';
import { lineOfDeal } from './deal-lines.ts';

interface PrincipalFields {
  readonly principal: string;
  /** An empty string means no sub-account. */
  readonly subAccount: string;
}

export function PrincipalForm({ deals: [deal], facts: { hqAccess }, ...dialog }: DealFormProps) {
  const { dealSeq } = deal;
  return (
    <DealForm<PrincipalFields>
      title={`Correct the principal of deal ${dealSeq} in ${deal.contract}`}
      noteOf={({ principal }) =>
        principal === ''
          ? 'The deal moves to the principal that you choose; the correction is recorded with the deal.'
          : `The deal and its position move from ${deal.principal} to ${principal}. Price and time stay; the correction is recorded.`
      }
      options={{
        label: `Correct deal ${dealSeq}`,
        initial: () => ({ principal: '', subAccount: '' }),
        parse({ principal, subAccount }) {
          // Another screen may have moved the deal there in the meantime.
          if (principal === '' || principal === deal.principal) return missingInput('For whom is the deal?');
          const to = accountName({ principal, subAccount: subAccount || null });
          return {
            kind: 'ready',
            command: 'correctDealPrinciple',
            description: `Correct deal ${dealSeq} to ${to}`,
            body: {
              dealSeq,
              principal,
              subAccount: subAccount || undefined,
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
          fields={[
            {
              kind: 'choice',
              name: 'principal',
              label: 'For',
              nothing: 'Choose an account',
              isFirst: true,
              choices: principals(hqAccess).filter(({ value }) => value !== deal.principal),
              clears: 'subAccount',
            },
            {
              kind: 'choice',
              name: 'subAccount',
              label: 'Sub-account',
              choices: subAccounts(hqAccess, form.fields.principal),
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
  /** An empty string means no sub-account; null until the user has chosen. */
  readonly subAccount: string | null;
}

export function SubAccountForm({ deals: [deal], facts: { hqAccess }, ...dialog }: DealFormProps) {
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
      options={{
        label: `Move deal ${dealSeq}`,
        initial: () => ({ subAccount: null }),
        parse({ subAccount }) {
          if (subAccount === null || subAccount === now) return missingInput('To which sub-account?');
          const to = subAccount === '' ? 'no sub-account' : subAccount;
          return {
            kind: 'ready',
            command: 'subAccountChange',
            description:
              subAccount === '' ? `Take deal ${dealSeq} out of ${now}` : `Move deal ${dealSeq} to ${to}`,
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
          choices={subAccounts(hqAccess, principal).filter(({ value }) => value !== now)}
          isDisabled={isFixed}
          isFirst
          onChoose={(subAccount) => edit({ subAccount })}
        />
      )}
      {...dialog}
    />
  );
}
