// The schemas of option values. An issue is the rest of a sentence that begins with the option or variable: `takes …, not "x".`
import { isIP } from 'node:net';
import { addressProblem } from '@openpit/storage';
import { businessDayFrom, type IsoDate, parseIsoDate } from '@openpit/venue';
import {
  type ClientSettings,
  clientSettings,
  type FallbackTransport,
  fallbackTransports,
} from '@openpit/wire';
import * as z from 'zod';
import { defaultLimits, type ServerLimits } from '../limits/limits.ts';

/** A text with this property; `takes` describes it. */
const text = (isValid: (text: string) => boolean, takes: string) =>
  z.string().refine(isValid, { error: ({ input }) => `takes ${takes}, not "${input}".` });

export const filled = z.string().refine((value) => value.trim() !== '', { error: 'needs a value.' });

export const wholeNumber = (lowest: number, highest: number) =>
  text(
    (value) => /^\d+$/.test(value) && Number(value) >= lowest && Number(value) <= highest,
    `a whole number from ${lowest} to ${highest}`,
  ).transform(Number);

export const oneOf = <const Name extends string>(names: readonly Name[], conjunction = ', ') =>
  z.enum(names, { error: ({ input }) => `takes ${names.join(conjunction)}, not "${input}".` });

/** The address of a PostgreSQL database. The sentence about a fault does not quote the value, which has a password. */
export const postgresAddress = z.string().superRefine((value, context) => {
  const message = addressProblem(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** A switch, which has no value on the command line. */
export const yesOrNo = oneOf(['true', 'false'], ' or ').transform((value) => value === 'true');

export const host = text(
  (value) => isIP(value) !== 0 || /^[a-zA-Z0-9.-]{1,253}$/.test(value),
  'an address or a host name',
);

// Only the reference data contains the holidays.
const isBusinessDay = (value: string) => {
  const day = parseIsoDate(value);
  return day !== null && businessDayFrom(day, new Set()) === day;
};

export const businessDay = text(isBusinessDay, 'a day from Monday to Friday such as 2026-11-18').transform(
  (day): IsoDate => day,
);

/** Names with commas between them; `takes` describes them. */
export const listOf = <const Name extends string>(names: readonly Name[], takes: string) =>
  z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(names, { error: ({ input }) => `takes ${takes}, not "${input}".` })));

/** Rejects the whole internet as a trusted network: any client could then choose the address that is counted. */
function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isNetwork = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
  return longest > 0 && more.length === 0 && isNetwork;
}

export const proxies = z
  .string()
  .transform((value) => (value === '' ? [] : value.split(',')))
  .pipe(z.array(text(isAddressOrNetwork, 'addresses or networks such as 10.0.0.0/8')));

/** `name=value,…`, each value with the schema of its name. */
function namedValues(schemas: Readonly<Record<string, z.ZodType<unknown, string>>>) {
  return z.string().transform((value, context) => {
    const values: Record<string, unknown> = {};
    for (const pair of value === '' ? [] : value.split(',')) {
      const [name = '', valueText = ''] = pair.split('=');
      const read = schemas[name]?.safeParse(valueText);
      if (read?.success) values[name] = read.data;
      else {
        const message =
          read === undefined
            ? `has no "${name}". Its names are ${Object.keys(schemas).join(', ')}.`
            : `${name} ${read.error.issues[0]?.message}`;
        context.addIssue({ code: 'custom', message });
      }
    }
    return values;
  });
}

const limitSchemas = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, wholeNumber(1, 1_000_000_000)]),
);

export const limits = namedValues(limitSchemas).transform(
  (values): ServerLimits => ({ ...defaultLimits, ...values }),
);

/** The name of the market is not an option: it is part of the reference data. */
const settingSchemas = Object.fromEntries(
  Object.keys(clientSettings.shape)
    .filter((name) => name !== 'marketName')
    .map((name): [string, z.ZodType<number | FallbackTransport, string>] => [
      name,
      name === 'fallbackTransport' ? oneOf(fallbackTransports, ' or ') : wholeNumber(0, 86_400_000),
    ]),
);

export const browserSettings = namedValues(settingSchemas).transform(
  (values): ClientSettings => clientSettings.parse(values),
);
