// The sentence that says which permissions are missing, for buttons and for menus, where one sentence serves several items.

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `lacks` has words that follow "may not": "enter orders". Each is named once. */
export const noPermission = (lacks: readonly string[]): string =>
  `No permission: your account may not ${alternatives.format(new Set(lacks))}. Ask your operator to allow it.`;
