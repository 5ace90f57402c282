import { describe, expect, it } from 'vitest';
import { checkedOnly } from './checked-only.ts';

describe('why a test is skipped that belongs to other operations', () => {
  it('reads as a sentence, whether one operation has it or several', () => {
    expect(checkedOnly(['create'])).toBe('This is checked during create only.');
    expect(checkedOnly(['create', 'edit', 'delete'])).toBe('This is checked during create, edit and delete only.');
    expect(checkedOnly(['recurring'])).toBe('This is checked during recurring validation only.');
  });
});
