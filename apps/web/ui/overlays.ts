// The element of the page that contains menus and tooltips, so that they belong to a landmark.

export const overlaysId = 'openpit-overlays';
