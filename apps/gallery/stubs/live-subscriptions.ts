// The gallery's example rows are loaded already: nothing is subscribed.
export const watchDepth = (): (() => void) => () => undefined;
export const watchContracts = (): (() => void) => () => undefined;
export const watchDataSet = (): (() => void) => () => undefined;
export const watchTrend = (): (() => void) => () => undefined;
