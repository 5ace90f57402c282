import { describe, expect, it } from 'vitest';
import type { Statement } from '../operations/statement-cache.ts';
import { limited } from './lock-limit.ts';

const statement = (kind: string, sql: string) => ({ sql, query: { kind } }) as unknown as Statement;
const change = statement('UpdateQueryNode', 'update t set a = ?');

describe('the limit of a wait for a lock', () => {
  it('is in whole seconds', () => {
    expect(limited(change, 1000)).toBe('set statement innodb_lock_wait_timeout = 1 for update t set a = ?');
  });

  it('is that of the whole statement below a second', () => {
    expect(limited(change, 100)).toBe('set statement max_statement_time = 0.1 for update t set a = ?');
  });

  it('is never zero, which means no limit', () => {
    expect(limited(change, 0)).toContain('max_statement_time = 0.001 ');
  });

  it('applies to a read that locks rows', () => {
    expect(limited(statement('SelectQueryNode', 'select 1 for update skip locked'), 100)).toMatch(/^set statement/);
  });

  it('does not apply to other reads', () => {
    expect(limited(statement('SelectQueryNode', 'select 1'), 100)).toBe('select 1');
  });

  it('is that of the session by default', () => {
    expect(limited(change, undefined)).toBe('update t set a = ?');
  });
});
