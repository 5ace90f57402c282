import { createFakeClock } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { watchResponses } from './watch-responses.ts';

function watch() {
  const clock = createFakeClock();
  const reports: string[] = [];
  let asked = 0;
  const watched = watchResponses({
    clock,
    ask() {
      asked += 1;
    },
    silent: () => reports.push('silent'),
  });
  return { clock, reports, watched, asked: () => asked };
}

it('a thread that responds late is not silent', () => {
  const { clock, reports, watched, asked } = watch();
  for (let tick = 1; tick <= 30; tick += 1) {
    clock.advance(10_000);
    if (tick % 2 === 0) watched.heard();
  }
  expect(reports).toEqual([]);
  expect(asked()).toBe(31);
});

it('a silent thread is reported once', () => {
  const { clock, reports } = watch();
  for (let tick = 0; tick < 5; tick += 1) clock.advance(10_000);
  expect(reports).toEqual(['silent']);
});

it('the watch ends with the thread', () => {
  const { clock, reports, watched } = watch();
  watched.stop();
  for (let seconds = 0; seconds < 60; seconds += 10) clock.advance(10_000);
  expect(reports).toEqual([]);
  expect(clock.waiting).toBe(0);
});
