import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_KINDS, type PlatformKind } from '../../src/index.ts';
import { pluginTools, SCAFFOLDED } from '../support/scaffolded-plugin.ts';
import { keptFiles, keptReleases } from './kept-releases.ts';

const MINUTES = 60_000;
/** In sampled tests, one kind represents the others: another one than in `generated-plugins.test.ts`. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';
const KINDS = SAMPLED ? (['rest'] as const) : (Object.keys(PLATFORM_KINDS) as PlatformKind[]);

describe.each(keptReleases())('with the packages of release %s', (version) => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(SCAFFOLDED, { recursive: true });
    folder = mkdtempSync(join(SCAFFOLDED, `release-${version}-`));
    const { contract, plugins } = keptFiles(version);
    const contractFolder = join(folder, 'node_modules/@portcullis/plugin-api');
    mkdirSync(contractFolder, { recursive: true });
    execFileSync('tar', ['-xzf', contract, '-C', contractFolder, '--strip-components=1']);
    execFileSync('tar', ['-xzf', plugins, '-C', folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the contract is the kept one, not that of this checkout', () => {
    const text = readFileSync(join(folder, 'node_modules/@portcullis/plugin-api/package.json'), 'utf8');
    const manifest = JSON.parse(text) as { readonly version: string; readonly exports: object };
    expect(manifest.version).toBe(version);
    expect(JSON.stringify(manifest.exports)).not.toContain('source');
  });

  describe.each(KINDS)('a plugin of kind %s', (kind) => {
    it('type-checks against the current testing package', { timeout: 3 * MINUTES }, async () => {
      const { passed, output } = await pluginTools(join(folder, kind)).typecheck();
      expect(passed, output).toBe(true);
    });

    it('passes the current conformance kit on the current engine', { timeout: 5 * MINUTES }, async () => {
      const { passed, output } = await pluginTools(join(folder, kind)).test();
      expect(passed, output).toBe(true);
      expect(output).toContain('tests/conformance.test.ts');
    });
  });
});
