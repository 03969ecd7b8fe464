// Amounts in cents as a scenario writes them, in rand.
import { toRand } from '@openpit/venue';

/** `4035.20` */
export const randText = (cents: number): string => toRand(cents).toFixed(2);

/** Two decimals for a whole number of cents, otherwise four. */
export const averageText = (cents: number): string => toRand(cents).toFixed(Number.isInteger(cents) ? 2 : 4);
