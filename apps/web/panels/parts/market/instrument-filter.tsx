// The choice of instruments in the header of a market panel, saved in the layout (LAYOUT-2 `instrumentSubscriptions`). Panels with
// orders, deals and positions have none: they would hide the user's own data.
import { compareInstruments, parseContractName } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { ActionMenu, type ActionMenuItem, type MenuPlace, placeBelow } from '../../../ui/action-menu.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { FilterIcon } from '../../../ui/icons.tsx';
import { PanelTool } from '../../../ui/panel-frame.tsx';
import type { PanelProps } from '../panel-settings.ts';

export interface InstrumentFilterProps {
  /** Codes of all instruments that the panel could show. */
  readonly instruments: readonly string[];
  /** `null` for all. */
  readonly chosen: readonly string[] | null;
  readonly isPhone: boolean;
  /** The user's list of contracts, in a panel that has one. */
  readonly list?:
    | {
        readonly size: number;
        readonly isShown: boolean;
        readonly show: (isShown: boolean) => void;
      }
    | undefined;
  /** `null` for all. */
  readonly onChoose: (instruments: readonly string[] | null) => void;
}

export function InstrumentFilter({ instruments, chosen, isPhone, list, onChoose }: InstrumentFilterProps) {
  const [at, setAt] = useState<MenuPlace | null>(null);
  const chosenText = [
    ...(list?.isShown ? ['my list'] : []),
    ...(chosen === null ? [] : [chosen.join(', ')]),
  ].join(' of ');
  const sortedInstruments = [...new Set(instruments)].sort(compareInstruments);
  return (
    <PanelTool>
      <IconButton
        size={isPhone ? 'large' : 'medium'}
        icon={<FilterIcon />}
        label={chosenText === '' ? 'Choose instruments' : `Instruments: ${chosenText}`}
        aria-pressed={chosenText !== ''}
        aria-haspopup="menu"
        onClick={(event) => setAt(placeBelow(event.currentTarget))}
      />
      <ActionMenu
        label="Instruments"
        at={at}
        onClose={() => setAt(null)}
        items={[
          {
            id: 'all',
            label: 'All instruments',
            isChecked: chosen === null,
            run: () => onChoose(null),
          },
          ...sortedInstruments.map((code) => ({
            id: code,
            label: code,
            isChecked: chosen?.includes(code) ?? false,
            run: () => onChoose(withInstrumentToggled(chosen, code)),
          })),
          ...(list === undefined ? [] : [listItem(list)]),
        ]}
      />
    </PanelTool>
  );
}

function listItem({ size, isShown, show }: NonNullable<InstrumentFilterProps['list']>): ActionMenuItem {
  return {
    id: 'list',
    label: `My list only (${size})`,
    isChecked: isShown,
    startsSection: true,
    disabledReason: size === 0 && !isShown ? 'The list is empty: a right click on a contract adds it.' : null,
    run: () => show(!isShown),
  };
}

/** The instruments that the layout limits a panel to, null for all, and their change. */
export function useInstruments({ column, onChange }: Pick<PanelProps, 'column' | 'onChange'>) {
  const { instrumentSubscriptions } = column;
  const chosen = useMemo(() => subscribedInstruments(instrumentSubscriptions), [instrumentSubscriptions]);
  const choose = (next: readonly string[] | null) => onChange({ instrumentSubscriptions: next });
  return { chosen, choose };
}

/** The instruments that a layout names; null for all. */
export function subscribedInstruments(instrumentSubscriptions: unknown): readonly string[] | null {
  if (!Array.isArray(instrumentSubscriptions)) return null;
  const codes = instrumentSubscriptions.filter((code): code is string => typeof code === 'string');
  return codes.length === 0 ? null : codes;
}

/** True if a contract is of these instruments; a spread is if one of its legs is. */
export function isOfInstruments(
  { instrument, contract = '' }: { readonly instrument: string; readonly contract?: string },
  chosen: readonly string[] | null,
): boolean {
  if (chosen === null || chosen.includes(instrument)) return true;
  const { secondInstrument } = parseContractName(contract);
  return secondInstrument !== undefined && chosen.includes(secondInstrument);
}

/** The instruments with this one added or removed; null, for all, when none is left. */
export function withInstrumentToggled(
  chosen: readonly string[] | null,
  code: string,
): readonly string[] | null {
  const next = chosen?.includes(code)
    ? chosen.filter((other) => other !== code)
    : [...(chosen ?? []), code].sort(compareInstruments);
  return next.length === 0 ? null : next;
}
