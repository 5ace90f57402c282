import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from './create-memory-store.ts';

const lease = (name: string) => ({ name, owner: 'a', until: 1, generation: 1 });

describe('the memory store', () => {
  it('restores the committed rows exactly after a failed transaction', async () => {
    const store = createMemoryStore();
    await store.insertAbsent('leases', [lease('one'), lease('two')]);
    const before = await store.find('leases');
    const failing = store.transaction(async (open) => {
      await open.update('leases', { name: 'one' }, { generation: { increment: 1 } });
      await open.remove('leases', { name: 'two' });
      await open.insert('leases', lease('three'));
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await store.find('leases')).toEqual(before);
  });

  it('keeps a member of JSON whose name is __proto__ as a member', async () => {
    const store = createMemoryStore();
    const text = '{"__proto__":{"list":[1]}}';
    await store.insert('meta', { name: 'a', value: JSON.parse(text) });
    const [row] = await store.find('meta');
    expect(JSON.stringify(row?.value)).toBe(text);
    expect(Object.getPrototypeOf(row?.value)).toBe(Object.prototype);
  });

  it('does not show an open transaction to other callers', async () => {
    const store = createMemoryStore();
    await store.transaction(async (open) => {
      await open.insert('leases', lease('one'));
      expect(await open.count('leases', {})).toBe(1);
      expect(await store.find('leases')).toEqual([]);
      expect(await store.find('leases', { where: { name: 'one' } })).toEqual([]);
    });
    expect(await store.count('leases', {})).toBe(1);
  });

  it('refuses a second writer inside a transaction instead of waiting for itself', async () => {
    const store = createMemoryStore();
    const nested = store.transaction(async () => store.insert('leases', lease('one')));
    await expect(nested).rejects.toMatchObject({ code: 'STORE_TRANSACTION_NESTED' });
  });

  it('accepts a write from afterCommit', async () => {
    const store = createMemoryStore();
    let following: Promise<unknown> | undefined;
    await store.transaction(async (open) => {
      open.afterCommit(() => {
        following = store.insert('leases', lease('one'));
      });
    });
    await following;
    expect(await store.count('leases', {})).toBe(1);
  });

  it('reports an error thrown after the commit, and runs the other callbacks', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const defect = new Error('defect');
    const second = vi.fn();
    const result = await createMemoryStore().transaction(async (open) => {
      open.afterCommit(() => {
        throw defect;
      });
      open.afterCommit(second);
      return 'committed';
    });
    expect(result).toBe('committed');
    expect(warnings.mock.calls).toEqual([[defect]]);
    expect(second).toHaveBeenCalledOnce();
    warnings.mockRestore();
  });

  it('names the unique constraint that a row violates, or the key', async () => {
    const store = createMemoryStore();
    await store.insert('leases', lease('one'));
    await expect(store.insert('leases', lease('one'))).rejects.toMatchObject({
      code: 'STORE_CONFLICT',
      details: { table: 'leases', constraint: 'key' },
    });
  });
});
