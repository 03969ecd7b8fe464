// Measures that the bare loop and the grid under load share.
export const columnWidthPx = 90;
export const headHeightPx = 24;
