import { createFakeClock } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

function setUp() {
  const clock = createFakeClock();
  const reported: string[] = [];
  const semaphore = createSemaphore({ clock, count: 2, overdueMs: 1000, onFree: () => reported.push('free') });
  return { clock, reported, semaphore, acquire: () => semaphore.acquire(() => reported.push('overdue')) };
}

it('is free until all permits are acquired, and again after a release, which counts once', () => {
  const { clock, reported, semaphore, acquire } = setUp();
  const release = acquire();
  expect(semaphore.isFree()).toBe(true);
  acquire();
  expect(semaphore.isFree()).toBe(false);
  release();
  expect(semaphore.isFree()).toBe(true);
  expect(reported).toEqual(['free']);
  acquire();
  release();
  expect(semaphore.isFree()).toBe(false);
  expect(reported).toEqual(['free']);
  clock.advance(1000);
  // One of the first two was never released; the other is not overdue any more.
  expect(reported).toEqual(['free', 'overdue', 'free', 'overdue', 'free']);
});

it('releases a permit that has expired', () => {
  const { clock, reported, semaphore, acquire } = setUp();
  const release = acquire();
  acquire();
  clock.advance(1000);
  expect(semaphore.isFree()).toBe(true);
  expect(reported).toEqual(['overdue', 'free', 'overdue', 'free']);
  acquire();
  release();
  acquire();
  expect(semaphore.isFree()).toBe(false);
});
