import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVIDENCE, SEEN_ON_THE_SERVICE, type TestReference } from '../../src/release/feature-table/evidence.ts';
import { declaredFeatures, withFeatureTable } from '../../src/release/feature-table/feature-table.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/platforms.md'), 'utf8');
const references = Object.values(EVIDENCE)
  .flatMap((features) => Object.values(features))
  .flatMap((evidence) => Object.values(evidence))
  .flatMap((found): readonly TestReference[] => (typeof found === 'string' ? [] : found));

describe('the table of platforms', () => {
  it('matches the plugins and the table of evidence; to update it, run pnpm docs:platforms', () => {
    expect(page).toBe(withFeatureTable(page));
  });

  it('has exactly one row for every declared feature', () => {
    expect(declaredFeatures().filter(({ evidence }) => evidence === undefined)).toEqual([]);
    const rows = Object.entries(EVIDENCE).flatMap(([plugin, features]) =>
      Object.keys(features).map((id) => [plugin, id]),
    );
    expect(rows.toSorted()).toEqual(
      declaredFeatures()
        .map(({ plugin, id }) => [plugin, id])
        .toSorted(),
    );
  });

  it.each(references)('points at existing tests: $file contains "$contains"', ({ file, contains }) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(readFileSync(join(root, file), 'utf8')).toContain(contains);
  });

  it('counts a kit as passed only if every excluded case has a reason', () => {
    const kits = new Set(references.filter(({ as }) => as === 'kit').map(({ file }) => file));
    expect(kits.size).toBe(7);
    for (const file of kits) expect(readFileSync(join(root, file), 'utf8')).toContain('definePluginConformance({');
  });

  it('claims a real service only with a recorded run', () => {
    expect(Object.keys(SEEN_ON_THE_SERVICE)).toEqual(['trino']);
    expect(page.match(/not yet: `/g)?.length).toBe(
      declaredFeatures().filter(({ plugin }) => plugin !== 'trino').length,
    );
  });
});
