import { describe, expect, it } from 'vitest';
import { NOTIFICATION_KINDS } from './catalogue.ts';
import { createKindRegistry } from './kind-registry.ts';

const declared = {
  kind: 'exportFinished',
  class: 'activity',
  trigger: 'An export ended.',
  text: 'Export {fileName} is done.',
} as const;

describe('createKindRegistry', () => {
  it('lists the kinds of the catalogue, then those that the host declares', () => {
    const registry = createKindRegistry([declared]);
    expect(registry.names()).toEqual([...NOTIFICATION_KINDS, 'exportFinished']);
    expect(registry.find('modelCreated')).toMatchObject({ class: 'system' });
    expect(registry.find('exportFinished')).toMatchObject({ class: 'activity', text: declared.text });
  });

  it.each(['nonsense', 'ALL_NOTIFICATIONS', 'toString', '__proto__'])('does not know %s', (kind) => {
    expect(createKindRegistry().find(kind)).toBeUndefined();
  });

  it('checks base fields of declared kinds and leaves others to the host', () => {
    const { metadata } = createKindRegistry([declared]).find('exportFinished') ?? {};
    expect(metadata?.safeParse({ fileName: 'a.csv', rows: [1, { a: null }], actionBy: 3 }).success).toBe(true);
    expect(metadata?.safeParse({ actionBy: 'Ada' }).success).toBe(false);
    expect(metadata?.safeParse({ when: new Date() }).success).toBe(false);
  });

  it.each([
    ['modelCreated', 'is in the catalogue already: give yours another name'],
    ['ALL_NOTIFICATIONS', 'is in the catalogue already: give yours another name'],
    ['no spaces', 'must be up to 100 letters'],
    ['', 'must be up to 100 letters'],
  ])('refuses to declare "%s"', (kind, problem) => {
    expect(() => createKindRegistry([{ ...declared, kind }])).toThrow(problem);
  });

  it('refuses to declare a kind twice', () => {
    expect(() => createKindRegistry([declared, declared])).toThrow('is declared twice');
  });
});
