// Where menus and tips stand in the page, so that they belong to a landmark.

export const overlaysId = 'openpit-overlays';
