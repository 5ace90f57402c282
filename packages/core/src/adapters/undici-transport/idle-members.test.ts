import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdleMembers, type IdleMember } from './idle-members.ts';

interface Named extends IdleMember<Named> {
  readonly name: string;
}

function named(name: string, origin = 'a'): Named {
  return { name, origin, older: undefined, newer: undefined };
}

describe('idle members', () => {
  it('are taken in reverse order of their addition, by origin', () => {
    const idle = createIdleMembers<Named>();
    for (const member of [named('1', 'a'), named('2', 'b'), named('3', 'a')]) idle.add(member);
    expect(['a', 'a', 'a', 'b'].map((origin) => idle.take(origin)?.name)).toEqual(['3', '1', undefined, '2']);
  });

  it('are taken from the oldest of all origins', () => {
    const idle = createIdleMembers<Named>();
    const second = named('2', 'b');
    for (const member of [named('1', 'a'), second, named('3', 'a')]) idle.add(member);
    expect(idle.remove(second)).toBe(true);
    expect(idle.remove(second)).toBe(false);
    expect([idle.takeOldest(), idle.takeOldest(), idle.takeOldest()].map((each) => each?.name)).toEqual([
      '1',
      '3',
      undefined,
    ]);
  });

  it('equal those of a plain list after any calls', () => {
    const call = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), origin: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ kind: fc.constant('take' as const), origin: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ kind: fc.constant('takeOldest' as const) }),
      fc.record({ kind: fc.constant('remove' as const), index: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const idle = createIdleMembers<Named>();
        let model: Named[] = [];
        for (const [number, each] of calls.entries()) {
          if (each.kind === 'add') {
            const member = named(String(number), each.origin);
            idle.add(member);
            model.push(member);
            continue;
          }
          const expected =
            each.kind === 'take'
              ? model.findLast(({ origin }) => origin === each.origin)
              : each.kind === 'takeOldest'
                ? model[0]
                : model[each.index];
          if (each.kind === 'remove') expect(expected === undefined || idle.remove(expected)).toBe(true);
          else expect(each.kind === 'take' ? idle.take(each.origin) : idle.takeOldest()).toBe(expected);
          model = model.filter((member) => member !== expected);
          expect(idle.size).toBe(model.length);
        }
      }),
    );
  });
});
