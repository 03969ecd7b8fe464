// The operator's actions on silo certificates: the register, and the stages of a delivery. Requests have dates and tons as the market has
// them.
import { type Command, epochMs, type IsoDate } from '@openpit/venue';
import { type ActingOperator, type Done, done } from './operator-parts.ts';
import type { RequestOf } from './operator-requests.ts';

type SiloAction =
  | 'silo-stage'
  | 'silo-award'
  | 'silo-issue'
  | 'silo-transfer'
  | 'silo-split'
  | 'silo-encumber'
  | 'silo-release'
  | 'silo-load-out'
  | 'silo-storage';

const commands: { readonly [Action in SiloAction]: (request: RequestOf<Action>) => Command } = {
  'silo-stage': ({ stage, until = null }) => ({
    kind: 'beginSiloStage',
    stage,
    endsAt: until === null ? null : epochMs(Date.parse(until)),
  }),
  'silo-award': () => ({ kind: 'awardSiloLots' }),
  'silo-issue': ({ action: _action, issuedOn, storagePaidUntil, expiresOn, ...cert }) => ({
    kind: 'issueSiloCert',
    cert: {
      ...cert,
      issuedOn: issuedOn as IsoDate,
      storagePaidUntil: storagePaidUntil as IsoDate,
      ...(expiresOn === undefined ? {} : { expiresOn: expiresOn as IsoDate }),
    },
  }),
  'silo-transfer': ({ siloReceiptNo, owner }) => ({ kind: 'transferSiloCert', siloReceiptNo, owner }),
  'silo-split': ({ siloReceiptNo, tons }) => ({ kind: 'splitSiloCert', siloReceiptNo, tons }),
  'silo-encumber': ({ siloReceiptNo, lender }) => ({ kind: 'encumberSiloCert', siloReceiptNo, lender }),
  'silo-release': ({ siloReceiptNo }) => ({ kind: 'releaseSiloCert', siloReceiptNo }),
  'silo-load-out': ({ siloReceiptNo }) => ({ kind: 'loadOutSiloCert', siloReceiptNo }),
  'silo-storage': ({ siloReceiptNo, until }) => ({
    kind: 'paySiloStorage',
    siloReceiptNo,
    until: until as IsoDate,
  }),
};

/** Submits the command of the action. Throws OperatorRejection when the market rejects it. */
export const siloAction =
  <Action extends SiloAction>(action: Action) =>
  (operator: ActingOperator, request: RequestOf<Action>): Promise<Done> =>
    done(operator, commands[action](request));
