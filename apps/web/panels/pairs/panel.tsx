// The Splits and Spreads panels (PANEL-4, PANEL-5): pairs of months and pairs of instruments, which have
// their own books.
import type { ContractFacts } from '@openpit/wire';
import { compareContracts } from '../../stores/market-days.ts';
import { classNames } from '../../ui/button.tsx';
import { isOfInstruments } from '../parts/market/instrument-filter.tsx';
import phone from '../parts/market/market-phone.module.css';
import type { PanelProps } from '../parts/panel-settings.ts';
import { type MarketColumnFacts, MarketPanel } from '../parts/rows/market-panel.tsx';
import { buyingMeans, legText, type PairKind, pairColumns } from './columns.ts';

const panels = {
  splits: {
    title: 'Splits',
    line: 'Splits',
    columnsOf: ({ working }: MarketColumnFacts) => pairColumns('splits', working),
  },
  spreads: {
    title: 'Spreads',
    line: 'Spreads',
    columnsOf: ({ working }: MarketColumnFacts) => pairColumns('spreads', working),
  },
} as const;

export const SplitsPanel = (props: PanelProps) => <PairsPanel panel={props} kind="splits" />;
export const SpreadsPanel = (props: PanelProps) => <PairsPanel panel={props} kind="spreads" />;

function PairsPanel({ panel, kind }: { readonly panel: PanelProps; readonly kind: PairKind }) {
  return (
    <MarketPanel
      panel={panel}
      kind={kind}
      {...panels[kind]}
      one="pair"
      many="pairs"
      contractsOf={pairsOf}
      textsOf={textsOf}
      phoneClass={classNames(phone.lines, phone.pairs)}
      footer={panel.device !== 'mobile' && <span>{buyingMeans(kind)}</span>}
    />
  );
}

const textsOf = (rows: readonly ContractFacts[]) => ({
  contract: rows.map(({ contract }) => contract),
  near: rows.map((row) => legText(row, 'near')),
  far: rows.map((row) => legText(row, 'far')),
});

/** The pairs in the order of the market. */
const pairsOf = (rows: readonly ContractFacts[], instruments: readonly string[] | null): readonly string[] =>
  rows
    .filter((row) => isOfInstruments(row, instruments))
    .sort((a, b) => compareContracts(a, b) || (a.contract < b.contract ? -1 : 1))
    .map(({ contract }) => contract);
