import { type AnyPluginDefinition, command, definePlugin, definitionOf, type Session } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { restSubject } from '../plugin-kit/fixture/rest-subject.ts';
import { createPluginSubject } from '../plugin-kit/plugin-subject.ts';
import { defineRealPlatformConformance } from './define-real-platform-conformance.ts';
import { realOptions } from './fixture/real-options.ts';
import type { RealCaseId } from './real-case-names.ts';
import type { RealPlatform } from './real-platform.ts';
import { realPlatformConformance } from './real-platform-conformance.ts';
import type { RealPlatformConformance } from './real-platform-conformance-options.ts';
import { librarySamples, scriptSamples } from './real-run.ts';
import { runRealCase } from './run-real-case.ts';

defineRealPlatformConformance(realOptions());

/** Returns the cases that a plugin fails, with their messages. */
async function failuresOf(options: RealPlatformConformance<RealPlatform>, only?: RealCaseId) {
  const platform = await options.createPlatform();
  const { plugin, edits = [], drifts = [], sweep = 'whole', optOuts } = options;
  const subject = {
    platform,
    drifts,
    subject: createPluginSubject({ plugin, samples: options.samples(platform), edits, sweep }),
  };
  const failures: Record<string, string> = {};
  for (const each of realPlatformConformance.filter(({ id }) => only === undefined || id === only)) {
    await runRealCase(each, subject, optOuts).catch((error: Error) => {
      failures[each.id] = error.message;
    });
  }
  return failures;
}

type Observe = NonNullable<AnyPluginDefinition['observe']>;

/** Changes each observation of an existing object. */
function observing(change: (seen: Awaited<ReturnType<Observe>>[number]) => object) {
  return ({ observe }: AnyPluginDefinition) => ({
    observe: (async (...input) => {
      const seen = (await observe?.(...input)) ?? [];
      return seen.map((each) => ({ ...each, ...(each.state === 'absent' ? {} : change(each)) }));
    }) as Observe,
  });
}

describe('the kit for real platforms finds', () => {
  it('an observation that returns a value in another form', async () => {
    const options = realOptions(
      observing(({ values }) => ({ values: values?.days ? { days: String(values.days) } : {} })),
    );
    expect(Object.keys(await failuresOf(options))).toContain('observes-its-objects');
  });

  it('an observation without a declared value', async () => {
    const { 'observes-its-objects': message } = await failuresOf(
      realOptions(observing(() => ({ values: {} }))),
      'observes-its-objects',
    );
    expect(message).toContain('is observed with other values than those with which it was created');
  });

  it('an object that is observed before its creation', async () => {
    const always = ({ observe }: AnyPluginDefinition) => ({
      observe: (async (...input) =>
        ((await observe?.(...input)) ?? []).map((each) =>
          each.state === 'absent' ? { ...each, state: 'unknown' } : each,
        )) as Observe,
    });
    const { 'observes-its-objects': message } = await failuresOf(realOptions(always), 'observes-its-objects');
    expect(message).toContain('Before the set-up');
  });

  it('a foreign object that is observed as ours', async () => {
    const asOurs = observing(({ state }) => (state === 'foreign' ? { state: 'ours' } : {}));
    const { 'leaves-foreign-objects': message } = await failuresOf(realOptions(asOurs), 'leaves-foreign-objects');
    expect(message).toContain('is not observed as foreign');
  });

  it('a creation that takes over a foreign object', async () => {
    const options = realOptions((definition) => {
      const taken = new Set<string>();
      const take = ({ key, state }: { key: string; state: string }) =>
        state === 'foreign' ? { state: taken.has(key) ? 'ours' : 'absent' } : {};
      return {
        ...observing(take)(definition),
        connect: async (request) => {
          const session = (await definition.connect?.(request)) as Session;
          const run: Session['run'] = async (operation, options) => {
            if (options.change) taken.add(options.change.objectKey);
            return session.run(operation, options);
          };
          return { ...session, run };
        },
        objects: (config, context) =>
          definition.objects(config, context).map((object) => ({
            ...object,
            create: object.create.map((step) => ({ ...step, succeedOn: ['already-exists'] })),
          })),
      } satisfies Partial<AnyPluginDefinition>;
    });
    const { 'leaves-foreign-objects': message } = await failuresOf(options, 'leaves-foreign-objects');
    expect(message).toContain('is changed or dropped by "a password"');
  });

  it('a removal that leaves objects behind', async () => {
    const options = realOptions(({ objects }) => ({
      objects: (config, context) =>
        objects(config, context).map((object) =>
          object.key === 'space' ? { ...object, drop: [{ text: command('SPACE', 'GET', object.name) }] } : object,
        ),
    }));
    const failures = await failuresOf(options, 'leaves-no-trace');
    expect(failures).toHaveProperty('leaves-no-trace');
  });

  it('a change that drift detection does not see', async () => {
    const options = { ...realOptions(), drifts: [{ name: 'none', object: 'space', change: async () => undefined }] };
    const { 'sees-changes': message } = await failuresOf(options, 'sees-changes');
    expect(message).toContain('"none" does not report space as changed');
  });

  it('an opt-out of a case that passes', async () => {
    const optOuts = [{ case: 'leaves-no-trace', reason: 'It leaves something.' }] as const;
    expect(await failuresOf({ ...realOptions(), optOuts }, 'leaves-no-trace')).toEqual({
      'leaves-no-trace': 'The case passes. Remove the opt-out of "leaves-no-trace".',
    });
  });
});

describe('the kit for real platforms sets up', () => {
  it('the manual samples of a type without automatic mode by itself', async () => {
    const { plugin, samples } = restSubject();
    const { credentials: _, privileged: __, ...definition } = definitionOf(plugin);
    const manual = definePlugin({
      ...definition,
      bootstrap: 'manual',
      ownCredential: true,
      generatedSecrets: {},
      manualSecrets: {},
      objects: (config, context) => definition.objects(config, context).filter(({ by }) => by === 'service'),
    });
    const platform = await realOptions().createPlatform();
    const byHand = samples.map((sample) => ({ ...sample, mode: 'manual' as const }));
    const subject = { platform, drifts: [], subject: createPluginSubject({ plugin: manual, samples: byHand }) };
    expect(librarySamples(subject)).toHaveLength(samples.length);
    expect(scriptSamples(subject)).toEqual([]);
  });
});

describe('the kit for real platforms repeats a run', () => {
  /** Returns the number of runs of a case: the platform is cleaned after each. */
  async function runsOf(only: RealCaseId, sweep: 'whole' | 'sampled'): Promise<number> {
    const options = realOptions();
    let runs = 0;
    const counting = async () => {
      const platform = await options.createPlatform();
      const clean = async () => {
        runs += 1;
        await platform.clean();
      };
      return { ...platform, clean };
    };
    expect(await failuresOf({ ...options, createPlatform: counting, sweep }, only)).toEqual({});
    return runs;
  }

  it('for every statement, or for every third one if its sweep is sampled', async () => {
    // A set-up has three statements, which a first run counts.
    expect(await runsOf('undoes-failures', 'whole')).toBe(1 + 3);
    expect(await runsOf('undoes-failures', 'sampled')).toBe(1 + 1);
  });

  it('for every foreign object, and finds a mistake with the first one if its sweep is sampled', async () => {
    const asOurs = observing(({ state }) => (state === 'foreign' ? { state: 'ours' } : {}));
    const options: RealPlatformConformance<RealPlatform> = { ...realOptions(asOurs), sweep: 'sampled' };
    expect(await failuresOf(options, 'leaves-foreign-objects')).toHaveProperty('leaves-foreign-objects');
  });
});

describe('the kit for real platforms demands', () => {
  const withPlatform = (changes: Partial<RealPlatform>): RealPlatformConformance<RealPlatform> => {
    const options = realOptions();
    return { ...options, createPlatform: async () => ({ ...(await options.createPlatform()), ...changes }) };
  };

  it('a view of the platform that shows the created objects', async () => {
    const { 'leaves-no-trace': message } = await failuresOf(
      withPlatform({ look: async () => ({}) }),
      'leaves-no-trace',
    );
    expect(message).toContain('look() does not return any object');
  });

  it('at least one foreign object', async () => {
    const { 'leaves-foreign-objects': message } = await failuresOf(
      withPlatform({ make: async () => undefined }),
      'leaves-foreign-objects',
    );
    expect(message).toContain('make() must create at least one');
  });
});
