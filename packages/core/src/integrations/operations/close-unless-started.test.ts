import { describe, expect, it, vi } from 'vitest';
import type { SessionPool } from '../../changes/sessions/session-pool.ts';
import { closeUnlessStarted } from './close-unless-started.ts';

function setUp() {
  const close = vi.fn(async () => {});
  return { close, context: { sessions: { close } as unknown as SessionPool } };
}

describe('the sessions of an operation', () => {
  it('stay open for an operation that has started', async () => {
    const { close, context } = setUp();
    await expect(closeUnlessStarted(context, {}, async () => 'started')).resolves.toBe('started');
    expect(close).not.toHaveBeenCalled();
  });

  it('are closed after a dry run', async () => {
    const { close, context } = setUp();
    await expect(closeUnlessStarted(context, { dryRun: true }, async () => 'planned')).resolves.toBe('planned');
    expect(close).toHaveBeenCalledOnce();
  });

  it.each([true, false])('are closed after a failure, dry run: %s', async (dryRun) => {
    const { close, context } = setUp();
    const failing = closeUnlessStarted(context, { dryRun }, () => Promise.reject(new Error('No answer.')));
    await expect(failing).rejects.toThrow('No answer.');
    expect(close).toHaveBeenCalledOnce();
  });
});
