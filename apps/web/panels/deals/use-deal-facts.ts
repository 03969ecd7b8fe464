// What decides whether deals may be changed now, besides the deals themselves: the phases of their contracts and the account.
import type { ContractDateRow, HqAccess, InstrumentRow, Phase, PhasesReply } from '@openpit/wire';
import { useMemo } from 'react';
import type { DealTarget } from '../../actions/deal-actions.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { usePhases } from '../market/use-phases.ts';
import { useStoreRows } from '../sources/use-store.ts';

export interface DealFacts extends Omit<DealTarget, 'deals'> {
  readonly account: HqAccess | null;
}

export function useDealFacts(): DealFacts {
  const { phases } = usePhases();
  const all = useStoreRows(dataSetStores.deals);
  const account = useSession(({ hqAccess }) => hqAccess);
  return useMemo(
    () => ({
      all,
      account,
      phaseOf: (contract, instrument) =>
        phaseOfContract({
          phases,
          instrument: dataSetStores.instruments.get(instrument),
          dates: dataSetStores.contractDate.get(`${contract.split(' ')[0]} ${instrument}`),
        }),
    }),
    [all, account, phases],
  );
}

export interface PhaseFacts {
  readonly phases: Pick<PhasesReply, 'businessDay' | 'groups'> | null;
  readonly instrument: Pick<InstrumentRow, 'settlement'> | undefined;
  readonly dates: Pick<ContractDateRow, 'firstDeliveryDay'> | undefined;
}

/** The phase of the group to which the contract belongs (market.md, Phases); null while a fact is missing. */
export function phaseOfContract({ phases, instrument, dates }: PhaseFacts): Phase | null {
  if (phases === null || instrument === undefined) return null;
  const isWorld = instrument.settlement === 'cash';
  if (!isWorld && dates === undefined) return null;
  const isDelivery = dates !== undefined && phases.businessDay >= dates.firstDeliveryDay;
  const group = isWorld ? 'world' : isDelivery ? 'deliveryMonth' : 'other';
  return phases.groups.find((one) => one.group === group)?.phase ?? null;
}
