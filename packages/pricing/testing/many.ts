/** A factor on the number of generated runs: more in a long test, a fifth in `npm run check`. */
export const many = process.env.OPENPIT_LONG === '1' ? 30 : process.env.OPENPIT_QUICK === '1' ? 0.2 : 1;
