// Passes a deal on to another member: offered for acceptance (ACT-14), or at once under a registered arrangement (ACT-15, API-7).
import type { TripartiteRow } from '@openpit/wire';
import { useStoreRows } from '../../panels/sources/use-store.ts';
import { membersStore } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import styles from './deal-form.module.css';
import { DealForm, type DealFormProps } from './deal-form.tsx';
import { before, ownNameAndOffset, passedOn } from './deal-lines.ts';
import { useTripartites } from './use-tripartites.ts';

interface MemberFields {
  readonly member: string;
}

export function AssignForm({ deals: [deal], closedReason, onClose }: DealFormProps) {
  const { dealSeq } = deal;
  const members = useStoreRows(membersStore);
  const choices = members
    .filter(({ code, active }) => active && code !== deal.member)
    .map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }));
  return (
    <DealForm<'assignDealToMember', MemberFields>
      title={`Assign deal ${dealSeq} in ${deal.contract} to another member`}
      noteOf={({ member }) =>
        `The deal is offered to ${member === '' ? 'the member that you choose' : member} and stays yours until it is accepted. An offer that nobody accepts ends with the administration of the contract.`
      }
      terms={{
        command: 'assignDealToMember',
        label: `Assign deal ${dealSeq}`,
        initial: () => ({ member: '' }),
        read: ({ member }) =>
          member === ''
            ? { kind: 'missing', reason: 'To which member?' }
            : {
                kind: 'ready',
                words: `Assign deal ${dealSeq} to ${member}`,
                bodyOf: (requestId) => ({ requestId, dealSeq, member }),
                accepted: () =>
                  `Offered deal ${dealSeq} to ${member}. It stays yours until ${member} accepts it.`,
              },
      }}
      linesOf={({ member }) => [
        before([deal]),
        ...(member === ''
          ? []
          : [
              {
                caption: `When ${member} accepts`,
                lines: passedOn(deal, { member, principal: 'an account of its choice' }),
              },
            ]),
      ]}
      replacedOf={({ member }) => (member === '' ? null : { from: [deal], to: ownNameAndOffset(deal) })}
      fieldsOf={({ fields, isFixed, edit }) => (
        <SelectField
          label="Member"
          value={fields.member}
          nothing="Which member?"
          choices={choices}
          isDisabled={isFixed}
          isFirst
          onChoose={(member) => edit({ member })}
        />
      )}
      closedReason={closedReason}
      onClose={onClose}
    />
  );
}

interface TripartiteFields {
  readonly arrangement: TripartiteRow | null;
}

const keyOf = ({ client, carryingMember }: TripartiteRow) => `${client} ${carryingMember}`;

export function TripartiteForm({ deals: [deal], closedReason, onClose }: DealFormProps) {
  const { dealSeq } = deal;
  const { status, arrangements, fault, load } = useTripartites(deal.member);
  return (
    <DealForm<'tripartiteDeal', TripartiteFields>
      title={`Pass deal ${dealSeq} in ${deal.contract} on by a tripartite arrangement`}
      noteOf={({ arrangement }) =>
        arrangement === null
          ? 'The deal passes at once to the member that carries the client’s position. It was agreed beforehand, so nobody accepts.'
          : `The deal passes at once to ${arrangement.carryingMember}, for its client ${arrangement.client}. It was agreed beforehand, so nobody accepts.`
      }
      terms={{
        command: 'tripartiteDeal',
        label: `Pass deal ${dealSeq} on`,
        initial: () => ({ arrangement: null }),
        read({ arrangement }) {
          if (arrangement === null)
            return { kind: 'missing', reason: missingArrangement(status, deal.member) };
          const { client, carryingMember } = arrangement;
          return {
            kind: 'ready',
            words: `Pass deal ${dealSeq} to ${carryingMember} for ${client}`,
            bodyOf: (requestId) => ({ requestId, dealSeq, client, carryingMember }),
            accepted: () => `Passed deal ${dealSeq} to ${carryingMember} for ${client}.`,
          };
        },
      }}
      linesOf={({ arrangement }) => [
        before([deal]),
        ...(arrangement === null
          ? []
          : [
              {
                caption: 'After',
                lines: passedOn(deal, {
                  member: arrangement.carryingMember,
                  principal: arrangement.client,
                }),
              },
            ]),
      ]}
      replacedOf={({ arrangement }) =>
        arrangement === null ? null : { from: [deal], to: ownNameAndOffset(deal) }
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
