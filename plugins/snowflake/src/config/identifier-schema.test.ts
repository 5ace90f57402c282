import { describe, expect, it } from 'vitest';
import { identifierSchema } from './identifier-schema.ts';

const { safeParse } = identifierSchema({ isNew: false });

describe('an identifier', () => {
  it.each([
    'a<% ctx.env.HOME %>',
    '<%%>',
    '&{ ctx.env.HOME }',
    'a&{b}',
    '&name',
    'a &_b',
    '"a""&b"',
    '"x &"',
    'R&D',
    'a{# b',
    'a && b',
    'a&&b',
  ])('cannot be a template of the Snowflake CLI: %s', (text) => {
    const { success, error } = safeParse(text);
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toContain('the Snowflake CLI reads it as a template');
  });

  it('cannot contain the text of a slot', () => {
    expect(safeParse('x{{servicePassword}}').error?.issues[0]?.message).toContain('The name contains "{{"');
  });

  it.each(['R & D', 'a &-b', '5 % < 6', '< %', '{ # }'])('can contain other signs: %s', (text) => {
    expect(safeParse(text).success).toBe(true);
  });
});
