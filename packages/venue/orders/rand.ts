// Amounts as rejections write them.

/** Rand per ton for a sentence: `4035.20`, `-12.40`. */
export function rand(amount: number): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '-' : ''}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}
