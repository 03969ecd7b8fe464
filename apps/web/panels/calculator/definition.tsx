// The saved settings of the option calculator: its view, the series, and the units of greeks and rate. The numbers in its fields are not
// saved.
import * as z from 'zod/mini';
import { CalculatorIcon } from '../../ui/icons.tsx';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { settingText } from '../parts/panel-settings.ts';

export const calculatorViews = ['option', 'scenarios', 'strategy'] as const;
export type CalculatorView = (typeof calculatorViews)[number];

/** The quantity of the greeks: one ton, one contract, or the quantity entered. */
export const greekUnits = ['ton', 'contract', 'quantity'] as const;
export type GreekUnit = (typeof greekUnits)[number];

/** The compounding of the rate: continuous, or once a year. */
const rateBases = ['NACC', 'NACA'] as const;
export type RateBasis = (typeof rateBases)[number];

/** The value of `series` for free input. */
export const freeInput = 'free';

export const calculatorSettings = z.object({
  calculator: z.optional(z.enum(calculatorViews)),
  /** The id of an `OptionSeries`, or `freeInput`. */
  series: z.optional(settingText(64)),
  per: z.optional(z.enum(greekUnits)),
  basis: z.optional(z.enum(rateBases)),
});

export const optionCalculatorPanel = {
  component: 'OptionCalculator',
  title: 'Option calculator',
  icon: <CalculatorIcon />,
  Panel: loadedPanel('OptionCalculatorPanel', () => import('./panel.tsx')),
  phone: 'more',
  size: { w: 30, h: 50 },
  settings: calculatorSettings,
} as const satisfies PanelDefinition;
