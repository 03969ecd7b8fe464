// Amounts in cents as a scenario writes them, in rand.

/** `4035.20` */
export const randText = (cents: number): string => (cents / 100).toFixed(2);

/** Two decimals for a whole number of cents, otherwise four. */
export const averageText = (cents: number): string => (cents / 100).toFixed(Number.isInteger(cents) ? 2 : 4);
