// The choice of instruments in the header of the Futures panel, saved in the layout (LAYOUT-2
// `instrumentSubscriptions`).
import { compareInstruments } from '@openpit/wire';
import { useState } from 'react';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { FilterIcon } from '../../ui/icons.tsx';
import { PanelTools } from '../../ui/panel-slots.tsx';

export interface InstrumentFilterProps {
  /** Codes of all instruments that the panel could show. */
  readonly instruments: readonly string[];
  /** Null for all. */
  readonly chosen: readonly string[] | null;
  readonly isPhone: boolean;
  /** The user's list of contracts. */
  readonly list: {
    readonly size: number;
    readonly isShown: boolean;
    readonly show: (isShown: boolean) => void;
  };
  /** Null for all. */
  readonly onChoose: (instruments: readonly string[] | null) => void;
}

export function InstrumentFilter({ instruments, chosen, isPhone, list, onChoose }: InstrumentFilterProps) {
  const [at, setAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const chosenText = [
    ...(list.isShown ? ['my list'] : []),
    ...(chosen === null ? [] : [chosen.join(', ')]),
  ].join(' of ');
  const known = [...new Set(instruments)].sort(compareInstruments);
  return (
    <PanelTools>
      <IconButton
        size={isPhone ? 'large' : 'medium'}
        icon={<FilterIcon />}
        label={chosenText === '' ? 'Choose instruments' : `Instruments: ${chosenText}`}
        aria-pressed={chosenText !== ''}
        aria-haspopup="menu"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setAt({ left, top: bottom });
        }}
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
          ...known.map((code) => ({
            id: code,
            label: code,
            isChecked: chosen?.includes(code) ?? false,
            run: () => onChoose(toggled(chosen, code)),
          })),
          {
            id: 'list',
            label: `My list only (${list.size})`,
            isChecked: list.isShown,
            startsPart: true,
            disabledReason:
              list.size === 0 && !list.isShown
                ? 'The list is empty: a right click on a contract adds it.'
                : null,
            run: () => list.show(!list.isShown),
          },
        ]}
      />
    </PanelTools>
  );
}

/** The instruments with this one added or removed; null, for all, when none is left. */
export function toggled(chosen: readonly string[] | null, code: string): readonly string[] | null {
  const next = chosen?.includes(code)
    ? chosen.filter((other) => other !== code)
    : [...(chosen ?? []), code].sort(compareInstruments);
  return next.length === 0 ? null : next;
}
