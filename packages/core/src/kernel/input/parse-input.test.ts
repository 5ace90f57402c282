import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from './parse-input.ts';

const schema = z.strictObject({
  name: z.string().min(3).max(5),
  port: z.int().min(1).max(65_535),
  share: z.number().positive().lt(1).optional(),
  enabled: z.boolean(),
  kind: z.enum(['one', 'two']),
  list: z.array(z.string()).min(1),
  at: z.iso.datetime({ offset: true }).optional(),
  signIn: z
    .discriminatedUnion('by', [z.strictObject({ by: z.literal('key') }), z.strictObject({ by: z.literal('role') })])
    .optional(),
  nested: z.strictObject({ host: z.string().regex(/^[a-z]+$/, 'must be lower-case letters') }).optional(),
});

const VALID = { name: 'four', port: 1, enabled: true, kind: 'one', list: ['a'] };

function issuesOf(change: object): unknown {
  try {
    parseInput(schema, { ...VALID, ...change }, 'config');
  } catch (error) {
    return (error as { extras: { details: unknown } }).extras.details;
  }
  return [];
}

describe('the issues of an input', () => {
  it.each([
    [{ name: undefined }, 'config.name', 'This field is required.'],
    [{ name: 4 }, 'config.name', 'This must be a string.'],
    [{ name: 'no' }, 'config.name', 'This must have at least 3 characters.'],
    [{ name: 'too long' }, 'config.name', 'This must have at most 5 characters.'],
    [{ port: '1' }, 'config.port', 'This must be a number.'],
    [{ port: 1.5 }, 'config.port', 'This must be a whole number.'],
    [{ port: 0 }, 'config.port', 'This must be at least 1.'],
    [{ share: 0 }, 'config.share', 'This must be more than 0.'],
    [{ share: 1 }, 'config.share', 'This must be less than 1.'],
    [{ enabled: 'yes' }, 'config.enabled', 'This must be true or false.'],
    [{ kind: 'three' }, 'config.kind', 'This must be one of one, two.'],
    [{ list: [] }, 'config.list', 'This must have at least 1 entry.'],
    [{ list: {} }, 'config.list', 'This must be a list.'],
    [{ list: [1] }, 'config.list.0', 'This must be a string.'],
    [{ at: 'noon' }, 'config.at', 'This must be a date and a time with its offset, such as 2027-01-31T12:00:00Z.'],
    [{ signIn: { by: 'word' } }, 'config.signIn.by', 'This must be one of key, role.'],
    [{ signIn: {} }, 'config.signIn.by', 'This must be one of key, role.'],
    [{ nested: 'a' }, 'config.nested', 'This must be an object.'],
    [{ nested: { host: 'A' } }, 'config.nested.host', 'must be lower-case letters.'],
    [{ more: 1 }, 'config.more', 'This field is not known.'],
  ])('of %j name the path and the required value', (change, path, message) => {
    expect(issuesOf(change)).toEqual([{ path, message }]);
  });

  it('never repeat a value', () => {
    expect(JSON.stringify(issuesOf({ name: 'a canary that is far too long', kind: 'canary' }))).not.toContain('canary');
  });
});
