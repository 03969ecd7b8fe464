// The gallery's contract details: of every example contract, or of none with `&details=none` in the address. Its tripartite
// arrangements: `&tripartites=none|fault|never` shows the other states.
export * from '../../web/server/static-data.ts';

import type { ContractDetails, ContractDetailsBody, TripartiteRow } from '@openpit/wire';
import type { CallResult } from '../../web/server/calls.ts';
import { marketStore } from '../../web/stores/stores.ts';
import { instruments } from '../example-rows.ts';

export async function getContractDetails({
  contractName,
}: ContractDetailsBody): Promise<ContractDetails | null> {
  const row = marketStore.get(contractName);
  const of = instruments.find(({ instrument }) => instrument === row?.instrument);
  if (row === undefined || of === undefined) return null;
  if (new URLSearchParams(location.search).get('details') === 'none') return null;
  return {
    contract: row.contract,
    displaySeq: row.displaySeq,
    instrument: row.instrument,
    contractSize: of.tonsPerContract,
    tick: of.tick,
    lastTradingDay: '2026-12-23',
    expiry: '2026-12-23',
    ...row.contractDisplay,
    limitLow: row.limitLow,
    limitHigh: row.limitHigh,
    im: 21_000,
  };
}

export async function getTripartites(): Promise<CallResult<readonly TripartiteRow[]>> {
  const state = new URLSearchParams(location.search).get('tripartites');
  if (state === 'never') return new Promise(() => undefined);
  if (state === 'fault') {
    const message = 'The server did not answer. Check the connection.';
    return { kind: 'unknown', message, errorText: message };
  }
  const arrangements = [
    { client: '8001V', executingMember: 'KAND', carryingMember: 'VELD' },
    { client: '9104K', executingMember: 'VELD', carryingMember: 'KAND' },
  ];
  return { kind: 'ok', value: state === 'none' ? [] : arrangements };
}
