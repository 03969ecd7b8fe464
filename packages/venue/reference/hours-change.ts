// The words for a change of the hours of the exchange day: the offset, and the steps that come and go.
import type { HoursStep, MarketHours } from './reference-data.ts';

/** The maximum number of steps that a text names. */
const maxNamed = 6;

/**
 * ` from "demo" at +02:00 to "short days" at +03:00, without 23:30 end of day, with 15:00 end of day`. Empty if only the order of the
 * steps differs.
 */
export function hoursChange(before: MarketHours | undefined, after: MarketHours | undefined): string {
  const [was, is] = [nameOf(before), nameOf(after)];
  const [left, added] = [withoutThoseOf(before, after), withoutThoseOf(after, before)];
  const parts = [
    was === is ? '' : ` from ${was} to ${is}`,
    left.length === 0 ? '' : `, without ${named(left)}`,
    added.length === 0 ? '' : `, with ${named(added)}`,
  ];
  return parts.join('');
}

const nameOf = (hours: MarketHours | undefined): string =>
  hours === undefined ? 'none' : `"${hours.name}" at ${hours.utcOffset}`;

function withoutThoseOf(hours: MarketHours | undefined, others: MarketHours | undefined): string[] {
  const texts = new Set(others?.steps.map(stepText));
  return (hours?.steps ?? []).map(stepText).filter((text) => !texts.has(text));
}

function stepText({ at, phase, groups = [], valuation, silo, every, until }: HoursStep): string {
  if (phase !== undefined) return `${at} ${phase} (${groups.join(' ')})`;
  if (valuation === true) return `${at} valuation`;
  if (silo === undefined) return `${at} end of day`;
  return every === undefined ? `${at} ${silo}` : `${at} ${silo} every ${every} minutes until ${until}`;
}

function named(texts: readonly string[]): string {
  const more = texts.length - maxNamed;
  return texts.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
