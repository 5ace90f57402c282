import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

const HOUR = 3_600_000;

describe('the watch of a clock', () => {
  it('returns a step back once, in whole milliseconds', () => {
    const fake = createFakeClock();
    let fraction = 0;
    const watch = createClockWatch({ ...fake, monotonic: () => fake.monotonic() + fraction });
    fake.jump(-HOUR);
    fraction = 0.1171875;
    expect(watch.setBackBy()).toBe(HOUR);
    expect(watch.setBackBy()).toBe(0);
  });

  it('reports neither a step forward, nor time that passes, nor the small corrections of time servers', () => {
    const clock = createFakeClock();
    const watch = createClockWatch(clock);
    clock.jump(HOUR);
    expect(watch.setBackBy()).toBe(0);
    clock.advance(HOUR);
    expect(watch.setBackBy()).toBe(0);
    clock.jump(-900);
    expect(watch.setBackBy()).toBe(0);
  });
});
