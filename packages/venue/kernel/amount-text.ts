// Amounts as the sentences of rejections and announcements write them.

/** Cents as rand, hundredths of a percent as percent: `4035.20`, `-12.40`. */
export function amountText(hundredths: number): string {
  const size = Math.abs(hundredths);
  const sign = hundredths < 0 ? '-' : '';
  return `${sign}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}
