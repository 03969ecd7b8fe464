// The form for a tender (SILO-3), which delivers a certificate against a short position. It opens either from the certificate or
// from the position.
import { accountName, parseContractName, type SiloCertRow } from '@openpit/wire';
import { useCallback, useMemo } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { Account, SiloForm } from '../../actions/dialogs.ts';
import {
  certText,
  contractsThatTakeTenders,
  lotsToTender,
  openTenderForm,
  tonsText,
} from '../../actions/silo-actions.ts';
import { type CallState, useCallState } from '../../market/answers.ts';
import { lotsText } from '../../market/market-text.ts';
import { useDataSet } from '../../market/use-store.ts';
import { useSession } from '../../stores/session.ts';
import type { CallResult } from '../../transport/calls.ts';
import { getAllSiloCerts } from '../../transport/silo.ts';
import { Button } from '../../ui/button.tsx';
import { subAccounts } from '../accounts.ts';
import { CommandDialog, FormFields, useCommandForm, useDialogFields } from '../command-form.tsx';
import { missingInput } from '../parse-fields.ts';
import { positionOf, useSiloPositions } from './bid-form.tsx';

interface TenderFormProps {
  readonly form: Extract<SiloForm, { readonly kind: 'tender' }>;
  readonly onClose: () => void;
}

interface TenderFields {
  readonly contract: string;
  /** An empty string means no sub-account. */
  readonly subAccount: string;
  readonly siloReceiptNo: string;
}

export function TenderForm({ form: opened, onClose }: TenderFormProps) {
  const context = useActionContext();
  const hqAccess = useSession((session) => session.hqAccess);
  const { rows: deliveries } = useDataSet('siloAuctions');
  const [certs, reload] = useCertsOf(opened);
  const choices = certs.status === 'success' ? certs.value : [];
  const contracts = useMemo(
    () =>
      opened.cert === null ? [opened.contract] : contractsThatTakeTenders({ cert: opened.cert, deliveries }),
    [opened, deliveries],
  );
  const principal = opened.cert === null ? opened.account.principal : opened.cert.principal;
  const positions = useSiloPositions();
  const left = (contract: string, account: Account): number | null => {
    if (positions === null) return null;
    const position = positionOf(positions, contract, account);
    return position === undefined ? 0 : lotsToTender(position);
  };
  const certOf = (siloReceiptNo: string) => choices.find((choice) => choice.siloReceiptNo === siloReceiptNo);
  const input = useDialogFields<TenderFields>(() => ({
    contract: contracts[0] ?? '',
    subAccount: opened.cert === null ? (opened.account.subAccount ?? '') : '',
    siloReceiptNo: opened.cert?.siloReceiptNo ?? '',
  }));
  const form = useCommandForm(input, {
    label: 'Tender',
    closedReason:
      opened.cert === null
        ? null
        : reasonAgainst(
            openTenderForm,
            { cert: certOf(opened.cert.siloReceiptNo) ?? opened.cert, deliveries },
            context,
          ),
    parse({ contract, subAccount, siloReceiptNo }) {
      const cert = certOf(siloReceiptNo);
      if (cert === undefined) return missingInput('Choose a certificate.');
      if (contract === '') return missingInput('Choose a future.');
      const account = { principal, subAccount: subAccount === '' ? null : subAccount };
      const short = shortReason(cert, accountName(account), left(contract, account));
      if (short !== null) return missingInput(short);
      return {
        kind: 'ready',
        command: 'tenderSiloCert',
        description: `Tender ${siloReceiptNo} for ${contract}`,
        body: { contract, siloReceiptNo, subAccount: subAccount || undefined },
        accepted: ({ siloCertSeq }) =>
          `Certificate ${siloReceiptNo} is tendered for ${contract} as lot ${siloCertSeq}.`,
      };
    },
  });
  const { fields } = form;
  const cert = certOf(fields.siloReceiptNo);
  return (
    <CommandDialog
      title={
        cert === undefined ? `Tender a certificate for ${fields.contract}` : `Tender ${cert.siloReceiptNo}`
      }
      note="The certificate goes into today’s delivery. Longs bid for it; if nobody does, it is allocated. Position and certificate leave the account at the MTM, and the invoice is paid to it."
      status={form.status}
      onClose={onClose}
    >
      <FormFields<TenderFields>
        form={form}
        fields={[
          opened.cert === null && certs.status !== 'error'
            ? {
                kind: 'choice',
                name: 'siloReceiptNo',
                label: 'Certificate',
                isFirst: true,
                isWhole: true,
                nothing: nothingChosen(certs),
                choices: choices.map((choice) => ({
                  value: choice.siloReceiptNo,
                  label: `${choice.siloReceiptNo}: ${tonsText(choice.tons)} ${choice.grade} at ${choice.location}`,
                })),
              }
            : {
                kind: 'view',
                name: 'certificate',
                isWhole: true,
                view:
                  opened.cert === null ? <Fault certs={certs} onReload={reload} /> : certText(opened.cert),
              },
          {
            kind: 'choice',
            name: 'contract',
            label: 'Delivers',
            nothing: 'Choose a future',
            choices: contracts.map((value) => ({ value, label: value })),
            isFixed: opened.cert === null,
            isFirst: opened.cert !== null,
          },
          {
            kind: 'choice',
            name: 'subAccount',
            label: `Sub-account of ${principal}`,
            choices: subAccounts(hqAccess, principal),
            isFixed: opened.cert === null,
          },
        ]}
      />
    </CommandDialog>
  );
}

/** Why a certificate is too large for the account's open short lots; null if it fits, or if the lots are unknown. */
function shortReason(cert: SiloCertRow, account: string, left: number | null): string | null {
  if (left === null || left >= cert.lots) return null;
  return left === 0
    ? `${account} has no short position that is not already tendered.`
    : `${account} has ${lotsText(left)} left to tender, fewer than the ${cert.lots} of the certificate. Choose a smaller one, or ask the operator to split it.`;
}

/** Why the certificates could not be loaded. */
function Fault(props: { readonly certs: CallState<readonly SiloCertRow[]>; readonly onReload: () => void }) {
  return (
    <div role="alert">
      {props.certs.status === 'error' && props.certs.fault}{' '}
      <Button size="small" onClick={props.onReload}>
        Try again
      </Button>
    </div>
  );
}

function nothingChosen(certs: CallState<readonly SiloCertRow[]>): string {
  if (certs.status !== 'success') return 'Loading the certificates…';
  return certs.value.length === 0 ? 'No certificate can be tendered' : 'Choose a certificate';
}

/**
 * The certificates to choose from: the one that the form was opened with, or all of the account's certificates for the future.
 */
function useCertsOf(form: TenderFormProps['form']): readonly [CallState<readonly SiloCertRow[]>, () => void] {
  const { rows } = useDataSet('siloCerts');
  const read = useCallback(async (signal: AbortSignal): Promise<CallResult<readonly SiloCertRow[]>> => {
    const all = await getAllSiloCerts(signal);
    if (all !== null) return { kind: 'ok', value: all };
    const message = 'Your certificates could not be loaded.';
    return { kind: 'unknown', message, errorText: message };
  }, []);
  const [answer, reload] = useCallState(form.cert === null ? read : null);
  if (form.cert !== null) {
    const { siloReceiptNo } = form.cert;
    const now = rows.find((row) => row.siloReceiptNo === siloReceiptNo) ?? form.cert;
    return [{ status: 'success', value: [now] }, reload];
  }
  if (answer.status !== 'success') return [answer, reload];
  const { contract, account } = form;
  const fitting = answer.value.filter(
    ({ state, principal, instrument }) =>
      state === 'Held' &&
      principal === account.principal &&
      instrument === parseContractName(contract).instrument,
  );
  return [{ status: 'success', value: fitting }, reload];
}
