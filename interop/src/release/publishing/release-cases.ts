import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import type { Rehearsal } from './release.ts';
import type { PublishingCase } from './stage.ts';

type Bumps = Parameters<Rehearsal['change']>[0];

/** Cases of a release in addition to the committed files: the versions, and the upload to the registry. */
export const RELEASE_CASES: readonly PublishingCase[] = [
  {
    name: 'a release publishes every package, with the version that its changesets ask for',
    async run({ published, registry }) {
      ok(published.size > 15, `${published.size} packages`);
      for (const { name, version } of published.values()) {
        const response = await fetch(`${registry.address}${name.replace('/', '%2f')}`);
        const { versions = {} } = (await response.json()) as { readonly versions?: object };
        deepStrictEqual([name, Object.keys(versions)], [name, [version]]);
        ok(version !== '0.0.0', `${name} was published without a version`);
      }
      return `${published.size} packages`;
    },
  },
  {
    // The same as `pnpm check:packages`, which builds first.
    name: 'the manifest, the types and the entry points of every package are right',
    async run({ rehearsal }) {
      await rehearsal.run('node', 'scripts/check-packages.ts');
      return undefined;
    },
  },
  {
    name: 'a second release with nothing new publishes nothing',
    async run({ rehearsal }) {
      ok(/No unpublished/i.test(await rehearsal.run('changeset', 'publish')));
      return undefined;
    },
  },
  {
    name: 'a release with provenance is refused before anything is built where nothing can attest it',
    async run({ rehearsal }) {
      await rejects(rehearsal.run('pnpm', 'run', 'release'), /No build service attests.*--no-provenance/);
      return undefined;
    },
  },
  {
    name: 'a dry run of the next release says what it would publish, and publishes nothing',
    async run({ rehearsal, registry, published }) {
      await bumpedBy(rehearsal, { '@portcullis/plugin-redshift': 'patch' }, async () => {
        const printed = await rehearsal.run('pnpm', 'publish', '--recursive', '--dry-run', '--no-git-checks');
        ok(printed.includes('@portcullis/plugin-redshift@'), printed);
      });
      const response = await fetch(`${registry.address}@portcullis%2fplugin-redshift`);
      const { versions = {} } = (await response.json()) as { readonly versions?: object };
      deepStrictEqual(Object.keys(versions), [published.get('@portcullis/plugin-redshift')?.version]);
      return undefined;
    },
  },
  versionsCase('a repaired plugin alone', { '@portcullis/plugin-redshift': 'patch' }, ['plugin-redshift']),
  versionsCase('a plugin with a new feature alone', { '@portcullis/plugin-snowflake': 'minor' }, ['plugin-snowflake']),
  versionsCase('a repaired core alone, since its dependents take it as it is', { '@portcullis/core': 'patch' }, [
    'core',
  ]),
  {
    name: 'changesets give a new version to an incompatible core and those that depend on it, and to no plugin',
    async run({ rehearsal, published }) {
      await bumpedBy(rehearsal, { '@portcullis/core': 'minor' }, async (names) => {
        ok(names.includes('@portcullis/http'), names.join());
        for (const name of names.filter((each) => each !== '@portcullis/core')) {
          const needed = Object.keys(published.get(name)?.dependencies ?? {});
          ok(
            needed.some((each) => names.includes(each)),
            `${name} depends on nothing that has changed`,
          );
          ok(!/plugin-(?!api|network)/.test(name), name);
        }
      });
      return undefined;
    },
  },
];

function versionsCase(what: string, bumps: Bumps, expected: readonly string[]): PublishingCase {
  return {
    name: `changesets give a new version to ${what}`,
    async run({ rehearsal }) {
      await bumpedBy(rehearsal, bumps, async (names) => {
        deepStrictEqual(
          names,
          expected.map((name) => `@portcullis/${name}`),
        );
      });
      return undefined;
    },
  };
}

/** The versions that a change of some packages produces; the change is reverted afterwards. */
async function bumpedBy(rehearsal: Rehearsal, bumps: Bumps, inspect: (names: readonly string[]) => Promise<void>) {
  const before = rehearsal.manifests();
  rehearsal.change(bumps);
  try {
    await rehearsal.run('changeset', 'version');
    const after = [...rehearsal.manifests().values()];
    await inspect(
      after
        .filter(({ name, version }) => before.get(name)?.version !== version)
        .map(({ name }) => name)
        .toSorted(),
    );
  } finally {
    await rehearsal.reset();
  }
}
