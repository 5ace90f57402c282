import { describe, expect, it } from 'vitest';
import { notApplicableReason } from './not-applicable-reason.ts';

describe('the reason why a test does not apply', () => {
  it('names the operations that the test belongs to', () => {
    expect(notApplicableReason(['create'])).toBe('This is checked during create only.');
    expect(notApplicableReason(['create', 'edit', 'delete'])).toBe(
      'This is checked during create, edit and delete only.',
    );
    expect(notApplicableReason(['recurring'])).toBe('This is checked during recurring validation only.');
  });
});
