import { describe, expect, it } from 'vitest';
import { createSignalPosition } from './signal-position.ts';

describe('a position in the log of messages', () => {
  it('moves to the greatest number', () => {
    const position = createSignalPosition(3, 0);
    position.advance([4, 5], 0);
    expect(position.last).toBe(5);
    expect(position.missing).toEqual([]);
  });

  it('keeps the skipped numbers until they are read', () => {
    const position = createSignalPosition(3, 0);
    position.advance([6], 0);
    expect(position.missing).toEqual([4, 5]);
    position.advance([4], 100);
    expect(position.last).toBe(6);
    expect(position.missing).toEqual([5]);
  });

  it('gives up a skipped number after five seconds', () => {
    const position = createSignalPosition(3, 0);
    position.advance([5], 0);
    position.advance([], 4999);
    expect(position.missing).toEqual([4]);
    position.advance([], 5000);
    expect(position.missing).toEqual([]);
  });

  it('keeps the latest hundred skipped numbers', () => {
    const position = createSignalPosition(0, 0);
    position.advance([1001], 0);
    expect(position.missing).toHaveLength(100);
    position.advance([1003], 0);
    expect(position.missing).toHaveLength(100);
    expect(position.missing.at(0)).toBe(902);
    expect(position.missing.at(-1)).toBe(1002);
  });

  it('reports expired messages once a minute, if there are more', () => {
    const position = createSignalPosition(7, 0);
    position.advance([8], 1000);
    expect(position.expired(59_999)).toBeUndefined();
    expect(position.expired(60_000)).toBe(7);
    position.advance([9], 61_000);
    expect(position.expired(119_999)).toBeUndefined();
    expect(position.expired(120_000)).toBe(8);
    expect(position.expired(180_000)).toBe(9);
    expect(position.expired(240_000)).toBeUndefined();
  });

  it('reports nothing for an empty log', () => {
    expect(createSignalPosition(0, 0).expired(60_000)).toBeUndefined();
  });
});
