// Moves a deal to another account of the own member: corrects its principal (ACT-17), or changes its sub-account (ACT-20).
import { SelectField } from '../../ui/fields.tsx';
import { principals, subAccounts } from './account-choices.ts';
import styles from './deal-form.module.css';
import { DealForm, type DealFormProps } from './deal-form.tsx';
import { accountText, before, dealLine } from './deal-lines.ts';

interface PrincipalFields {
  readonly principal: string;
  /** Empty for none. */
  readonly subAccount: string;
}

export function PrincipalForm({ deals: [deal], facts: { account }, closedReason, onClose }: DealFormProps) {
  const { dealSeq } = deal;
  return (
    <DealForm<'correctDealPrinciple', PrincipalFields>
      title={`Correct the principal of deal ${dealSeq} in ${deal.contract}`}
      noteOf={({ principal }) =>
        principal === ''
          ? 'The deal moves to the principal that you choose; the correction is recorded with the deal.'
          : `The deal and its position move from ${deal.principal} to ${principal}. Price and time stay; the correction is recorded.`
      }
      terms={{
        command: 'correctDealPrinciple',
        label: `Correct deal ${dealSeq}`,
        initial: () => ({ principal: '', subAccount: '' }),
        read({ principal, subAccount }) {
          // Another screen may have moved the deal there meanwhile.
          if (principal === '' || principal === deal.principal)
            return { kind: 'missing', reason: 'For whom is the deal?' };
          const to = accountText({ principal, subAccount });
          return {
            kind: 'ready',
            words: `Correct deal ${dealSeq} to ${to}`,
            bodyOf: (requestId) => ({
              requestId,
              dealSeq,
              principal,
              ...(subAccount !== '' && { subAccount }),
            }),
            accepted: () => `Corrected deal ${dealSeq}: it is for ${to} now.`,
          };
        },
      }}
      linesOf={({ principal, subAccount }) => [
        before([deal]),
        ...(principal === ''
          ? []
          : [
              {
                caption: 'After',
                lines: [dealLine(`Deal ${dealSeq}`, { ...deal, principal, subAccount })],
              },
            ]),
      ]}
      replacedOf={({ principal, subAccount }) =>
        principal === '' ? null : { from: [deal], to: [{ ...deal, principal, subAccount }] }
      }
      fieldsOf={({ fields, isFixed, edit }) => (
        <div className={styles.fields}>
          <SelectField
            label="For"
            value={fields.principal}
            nothing="For whom?"
            choices={principals(account).filter(({ value }) => value !== deal.principal)}
            isDisabled={isFixed}
            isFirst
            onChoose={(principal) => edit({ principal, subAccount: '' })}
          />
          <SelectField
            label="Sub-account"
            value={fields.subAccount}
            choices={subAccounts(account, fields.principal)}
            isDisabled={isFixed}
            onChoose={(subAccount) => edit({ subAccount })}
          />
        </div>
      )}
      closedReason={closedReason}
      onClose={onClose}
    />
  );
}

interface SubAccountFields {
  /** Empty for none; null until one is chosen. */
  readonly subAccount: string | null;
}

export function SubAccountForm({ deals: [deal], facts: { account }, closedReason, onClose }: DealFormProps) {
  const { dealSeq, principal } = deal;
  const now = deal.subAccount ?? '';
  return (
    <DealForm<'subAccountChange', SubAccountFields>
      title={`Change the sub-account of deal ${dealSeq} in ${deal.contract}`}
      noteOf={({ subAccount }) => {
        const where = subAccount === null ? 'the sub-account that you choose' : `sub-account ${subAccount}`;
        return subAccount === ''
          ? `The deal leaves sub-account ${now} and is for ${principal} itself. Price and time stay; the change is recorded.`
          : `The deal moves to ${where} of ${principal}. Price and time stay; the change is recorded.`;
      }}
      terms={{
        command: 'subAccountChange',
        label: `Move deal ${dealSeq}`,
        initial: () => ({ subAccount: null }),
        read({ subAccount }) {
          if (subAccount === null || subAccount === now)
            return { kind: 'missing', reason: 'To which sub-account?' };
          const to = subAccount === '' ? 'no sub-account' : subAccount;
          return {
            kind: 'ready',
            words: subAccount === '' ? `Take deal ${dealSeq} out of ${now}` : `Move deal ${dealSeq} to ${to}`,
            bodyOf: (requestId) => ({
              requestId,
              dealSeq,
              subAccount: subAccount === '' ? null : subAccount,
            }),
            accepted: () => `Deal ${dealSeq} is in ${to} of ${principal} now.`,
          };
        },
      }}
      linesOf={({ subAccount }) => [
        before([deal]),
        ...(subAccount === null
          ? []
          : [{ caption: 'After', lines: [dealLine(`Deal ${dealSeq}`, { ...deal, subAccount })] }]),
      ]}
      replacedOf={({ subAccount }) =>
        subAccount === null ? null : { from: [deal], to: [{ ...deal, subAccount }] }
      }
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
      closedReason={closedReason}
      onClose={onClose}
    />
  );
}
