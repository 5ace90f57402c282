import { expect, it } from 'vitest';
import { describedField, issueId } from './described-field.ts';

it('a field names its problem and its help', () => {
  expect(describedField('webhook-url', 'Not public.', 'webhook-url-help')).toEqual({
    'aria-invalid': true,
    'aria-describedby': `${issueId('webhook-url')} webhook-url-help`,
  });
});

it('a field without a problem names its help alone', () => {
  const { 'aria-describedby': ids, ...rest } = describedField('webhook-url', undefined, 'webhook-url-help');
  expect(ids).toBe('webhook-url-help');
  expect(rest).toEqual({ 'aria-invalid': undefined });
  expect(describedField('webhook-url', undefined)['aria-describedby']).toBeUndefined();
});
