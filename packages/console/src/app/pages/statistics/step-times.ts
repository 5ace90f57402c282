import type { DeliveryStatistics } from '@portcullis/client';

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' });
const MINUTE_MS = 60_000;

/** Returns the labels of the time axis: the beginning, the middle and the end of a range. */
export function axisTicks({ range, steps, stepMinutes }: DeliveryStatistics): readonly string[] {
  const times = steps.map(({ startsAt }) => Date.parse(startsAt));
  const first = times.at(0) ?? 0;
  const end = (times.at(-1) ?? 0) + stepMinutes * MINUTE_MS;
  const format = range === 'week' ? DAY : CLOCK;
  return [first, (first + end) / 2].map((time) => format.format(new Date(time))).concat('now');
}

/** Returns the time of a step in the reader's time zone. */
export function stepTime(startsAt: string, range: DeliveryStatistics['range']): string {
  const time = new Date(startsAt);
  return range === 'week' ? `${DAY.format(time)}, ${CLOCK.format(time)}` : CLOCK.format(time);
}
