// Passes a deal on to another member, by offering it for acceptance (ACT-14) or immediately under a registered arrangement
// (ACT-15, API-7).
import type { TripartiteRow } from '@openpit/wire';
import { type CallState, useCallState } from '../../market/answers.ts';
import { useStoreRows } from '../../market/use-store.ts';
import { membersStore } from '../../stores/stores.ts';
import { getTripartites } from '../../transport/static-data.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { codeChoice } from '../accounts.ts';
import { FormFields } from '../command-form.tsx';
import { missingInput } from '../parse-fields.ts';
import styles from './deal-form.module.css';
import { DealForm, type DealFormProps } from './deal-form.tsx';
import { linesWhenPassedOn, ownNameAndOffset } from './deal-lines.ts';

interface MemberFields {
  readonly member: string;
}

export function AssignForm({ deals: [deal], ...dialog }: DealFormProps) {
  const { dealSeq } = deal;
  const members = useStoreRows(membersStore);
  const choices = members.filter(({ code, active }) => active && code !== deal.member).map(codeChoice);
  return (
    <DealForm<MemberFields>
      title={`Assign deal ${dealSeq} in ${deal.contract} to another member`}
      noteOf={({ member }) =>
        `The deal is offered to ${member === '' ? 'the member that you choose' : member} and stays yours until it is accepted. An offer that nobody accepts ends with the administration of the contract.`
      }
      options={{
        label: `Assign deal ${dealSeq}`,
        initial: () => ({ member: '' }),
        parse: ({ member }) =>
          member === ''
            ? missingInput('Choose a member.')
            : {
                kind: 'ready',
                command: 'assignDealToMember',
                description: `Assign deal ${dealSeq} to ${member}`,
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
          fields={[
            {
              kind: 'choice',
              name: 'member',
              label: 'Member',
              nothing: 'Choose a member',
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

export function TripartiteForm({ deals: [deal], closedReason, onClose }: DealFormProps) {
  const { dealSeq } = deal;
  const [known, reload] = useCallState(getTripartites);
  const arrangements =
    known.status === 'success'
      ? known.value.filter(({ executingMember }) => executingMember === deal.member)
      : [];
  return (
    <DealForm<TripartiteFields>
      title={`Pass deal ${dealSeq} in ${deal.contract} on by a tripartite arrangement`}
      noteOf={({ arrangement }) =>
        arrangement === null
          ? 'The deal passes immediately to the member that carries the client’s position. It was agreed in advance and needs no acceptance.'
          : `The deal passes immediately to ${arrangement.carryingMember}, for its client ${arrangement.client}. It was agreed in advance and needs no acceptance.`
      }
      options={{
        label: `Pass deal ${dealSeq} on`,
        initial: () => ({ arrangement: null }),
        parse({ arrangement }) {
          if (arrangement === null) return missingInput(missingArrangement(known.status, deal.member));
          const { client, carryingMember } = arrangement;
          return {
            kind: 'ready',
            command: 'tripartiteDeal',
            description: `Pass deal ${dealSeq} to ${carryingMember} for ${client}`,
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
        known.status === 'error' ? (
          <div role="alert" className={styles.below}>
            <span>The arrangements could not be loaded. {known.fault}</span>
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </div>
        ) : (
          <SelectField
            label="Client and carrying member"
            value={fields.arrangement === null ? '' : keyOf(fields.arrangement)}
            nothing={
              known.status !== 'success'
                ? 'Loading the arrangements…'
                : arrangements.length === 0
                  ? 'None'
                  : 'Choose an arrangement'
            }
            choices={arrangements.map((arrangement) => ({
              value: keyOf(arrangement),
              label: `${arrangement.client}, carried by ${arrangement.carryingMember}`,
            }))}
            isDisabled={isFixed}
            isFirst
            onChoose={(key) =>
              edit({ arrangement: arrangements.find((arrangement) => keyOf(arrangement) === key) ?? null })
            }
          />
        )
      }
      closedReason={
        closedReason ??
        (known.status === 'success' && arrangements.length === 0
          ? `${deal.member} has no tripartite arrangement. Assign the deal instead, or have an arrangement registered.`
          : null)
      }
      onClose={onClose}
    />
  );
}

function missingArrangement(status: CallState<unknown>['status'], member: string): string {
  if (status === 'error') return `Without the arrangements of ${member} nothing can be sent.`;
  return status === 'success' ? 'Choose an arrangement.' : 'The arrangements are being loaded.';
}
