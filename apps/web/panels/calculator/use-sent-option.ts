// Takes the option that was sent to the calculator (actions/send-to-calculator.ts). Of several calculators the one in front takes it.
import type { ContractFacts } from '@openpit/wire';
import { useEffect, useRef } from 'react';
import { takeSentToCalculator, useSentToCalculator } from '../../actions/view-actions.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { contractStore } from '../../stores/stores.ts';
import type { PanelProps } from '../settings/panel-props.ts';

export interface SentOption {
  readonly row: ContractFacts;
  readonly lots: number | null;
}

export function useSentOption(
  { column }: Pick<PanelProps, 'column'>,
  onSent: (sent: SentOption) => void,
): void {
  const target = useSentToCalculator((state) => state.target);
  const take = useRef(onSent);
  take.current = onSent;
  const { id } = column;
  useEffect(() => {
    if (target === null || !isInFront(id)) return;
    takeSentToCalculator();
    const row = contractStore.get(target.contract);
    if (row !== undefined) take.current({ row, lots: target.lots });
  }, [target, id]);
}

/** Whether no other calculator of the layout is in front of this one. */
function isInFront(id: PanelProps['column']['id']): boolean {
  const columns = useLayouts.getState().current?.document.columns ?? [];
  const own = columns.find((column) => column.id === id);
  if (own === undefined) return true;
  return columns.every(
    ({ component, coordinates }) => component !== own.component || coordinates.z <= own.coordinates.z,
  );
}
