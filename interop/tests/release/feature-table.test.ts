import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVIDENCE, type Place, SEEN_ON_THE_SERVICE } from '../../src/release/feature-table/evidence.ts';
import { declaredFeatures } from '../../src/release/feature-table/feature-table.ts';
import { withFeatureTable } from '../../src/release/feature-table/with-feature-table.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/platforms.md'), 'utf8');
const places = Object.values(EVIDENCE)
  .flatMap((features) => Object.values(features))
  .flatMap((evidence) => Object.values(evidence))
  .flatMap((found): readonly Place[] => (typeof found === 'string' ? [] : found));

describe('the table of platforms', () => {
  it('is what the plugins declare and the table of evidence says; to write it anew, run pnpm docs:platforms', () => {
    expect(page).toBe(withFeatureTable(page));
  });

  it('has a row for every feature that a plugin declares, and for no other', () => {
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

  it.each(places)('points at what is there: $file holds "$holds"', ({ file, holds }) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(readFileSync(join(root, file), 'utf8')).toContain(holds);
  });

  it('counts as a kit that was passed only one that leaves nothing out without saying why', () => {
    const kits = new Set(places.filter(({ as }) => as === 'kit').map(({ file }) => file));
    expect(kits.size).toBe(7);
    for (const file of kits) expect(readFileSync(join(root, file), 'utf8')).toContain('definePluginConformance({');
  });

  it('claims nothing of a real service without a recorded run', () => {
    expect(Object.keys(SEEN_ON_THE_SERVICE)).toEqual(['trino']);
    expect(page.match(/not yet: `/g)?.length).toBe(
      declaredFeatures().filter(({ plugin }) => plugin !== 'trino').length,
    );
  });
});
