import { describe, expect, it } from 'vitest';
import { readOpeningSettings, readSessionSettings } from './session-settings.ts';

const pool = { getConnection: () => Promise.reject(new Error('unused')), end: async () => {} };

describe('the settings of a session', () => {
  it('of the store are read committed, strict and limited', () => {
    expect(readSessionSettings({})).toEqual([
      'set session transaction isolation level read committed',
      "set session sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00', autocommit = 1",
      'set session idle_transaction_timeout = 3, innodb_lock_wait_timeout = 4, net_write_timeout = 4',
    ]);
  });

  it('round up to whole seconds', () => {
    expect(readSessionSettings({ lockTimeoutMs: 1001 }).at(-1)).toContain('innodb_lock_wait_timeout = 2');
  });

  it('have no limit for zero', () => {
    const limits = { lockTimeoutMs: 0, idleTransactionTimeoutMs: 0, peerTimeoutMs: 0 };
    expect(readSessionSettings(limits)).toHaveLength(2);
  });

  it("of the host's own pool are its own", () => {
    expect(readSessionSettings({ pool })).toEqual([]);
  });

  it("of the host's own pool have the limits that are given", () => {
    expect(readSessionSettings({ pool, lockTimeoutMs: 2000 })).toEqual(['set session innodb_lock_wait_timeout = 2']);
  });

  it('refuse anything but whole milliseconds', () => {
    expect(() => readSessionSettings({ lockTimeoutMs: 1.5 })).toThrow('lockTimeoutMs takes whole milliseconds');
  });
});

describe('the settings of a session that opens the store', () => {
  it('differ only in a longer wait for locks', () => {
    const [, , usual = ''] = readSessionSettings({});
    expect(readOpeningSettings({}).at(-1)).toBe(
      usual.replace('innodb_lock_wait_timeout = 4', 'innodb_lock_wait_timeout = 120'),
    );
  });

  it('have an even longer limit that is given', () => {
    expect(readOpeningSettings({ lockTimeoutMs: 200_000 }).at(-1)).toContain('innodb_lock_wait_timeout = 200,');
  });

  it.each([[{ lockTimeoutMs: 0 }], [{ pool }], [{ pool, lockTimeoutMs: 2000 }]])(
    'are the usual ones with %o, since the sessions keep their limits',
    (options) => {
      expect(readOpeningSettings(options)).toEqual(readSessionSettings(options));
    },
  );
});
