// The gallery's contract details: of every example contract, or of none with `&details=none` in the address.
import type { ContractDetails, ContractDetailsBody } from '@openpit/wire';
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
