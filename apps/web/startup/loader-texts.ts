// The nine start-up loaders and their texts, spelt as the specification spells them (START-1, START-4, START-5).

export const loaderNames = [
  'userProfile',
  'marketData',
  'members',
  'layout',
  'userPref',
  'mtm',
  'contractDate',
  'instruments',
  'dailyTrend',
] as const;
export type LoaderName = (typeof loaderNames)[number];

export type LoaderStatus = 'NotStarted' | 'Loading' | 'Success' | 'Error';

const subjects: Readonly<Record<LoaderName, string>> = {
  userProfile: 'your profile',
  marketData: 'market data',
  members: 'members',
  layout: 'layouts',
  userPref: 'preferences',
  mtm: 'MTM',
  contractDate: 'contract dates',
  instruments: 'instruments',
  dailyTrend: 'trade history',
};

/** `Loaded X.`, `Error has occured loading X`, `Loading X...`; before it starts, a loader shows only its subject. */
export function statusText(name: LoaderName, status: LoaderStatus): string {
  const subject = subjects[name];
  if (status === 'Success') return `Loaded ${subject}.`;
  if (status === 'Error') return `Error has occured loading ${subject}`;
  if (status === 'Loading') return `Loading ${subject}...`;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`;
}

/** The specification's sentence for a failed loader; members and layouts show only the failed call's own text. */
const errorSentences: Readonly<Partial<Record<LoaderName, string>>> = {
  userProfile: 'An error occurred while loading user profile.',
  marketData: 'An error occurred while getting market data.',
  userPref: 'An error occurred while setting up user preferences.',
  mtm: 'Error Loading MTM:',
  contractDate: 'Error Loading Contract Dates:',
  instruments: 'Error Loading Instruments:',
  dailyTrend: 'Error Loading Trade history:',
};

/** The specification's sentence, then the reason: `Error Loading MTM: The market did not answer within 60 s.` */
export function loaderErrorText(name: LoaderName, reason: string): string {
  return [errorSentences[name], reason].filter(Boolean).join(' ');
}
