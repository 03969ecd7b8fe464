// Time and sales: the latest deals in one contract, the newest first.
import type { ContractFacts, MarketRow } from '@openpit/wire';
import { useMemo } from 'react';
import { useIsOld } from '../../../market/prices.ts';
import { getTimeAndSales } from '../../../transport/history.ts';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../../ui/live-grid/live-grid.tsx';
import { PanelLookContext, usePanelLook } from '../../../ui/panel-frame.tsx';
import { type ContractFeed, useContractFeed, useRowSource } from '../row-source.ts';
import { printColumns } from './columns.ts';
import styles from './depth.module.css';
import { createPrintFeed, type Print, type PrintState } from './prints.ts';

const keyOf = (print: Print) => print.matchSeq;
const createFeed = (contract: string, marketNow: () => MarketRow | undefined) =>
  createPrintFeed({ contract, getTimeAndSales, marketNow });

/**
 * The contract's deals, newest first, updated while shown. The grid is separate, because the
 * panel's menu acts on the depth only. A caller mounts a new one for another contract.
 */
export function TimeAndSales({ row: { contract, instrument } }: { readonly row: ContractFacts }) {
  const look = usePanelLook();
  const ownLook = useMemo(() => ({ ...look, tools: { current: null } }), [look]);
  const isStale = useIsOld(contract);
  const { feed, state } = useContractFeed<PrintState, ContractFeed<PrintState>>(contract, createFeed);
  const { prints, fault } = state;
  const { source, keys } = useRowSource(prints, keyOf);
  const columns = useMemo(() => printColumns({ contract, instrument }), [contract, instrument]);
  return (
    <div className={styles.sales}>
      <PanelLookContext value={ownLook}>
        <LiveGrid
          label={`Time and sales of ${contract}`}
          className={styles.prints}
          source={source}
          rowKeys={keys}
          keyOf={keyOf}
          columns={columns}
          isStale={isStale}
          message={messageFor(contract, state, () => void feed.load())}
        />
      </PanelLookContext>
      {fault !== null && prints.length > 0 && (
        <p role="status" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

function messageFor(contract: string, { status, fault }: PrintState, again: () => void): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The deals of ${contract} could not be loaded.`,
      detail: fault ?? undefined,
      action: { label: 'Try again', run: again },
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the deals of ${contract}…` };
  return {
    kind: 'empty',
    title: `No deals in ${contract} yet.`,
    detail: 'Each deal shows here as soon as it is made.',
  };
}
