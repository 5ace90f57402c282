import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteIdentifier } from '../src/dialect/quote-identifier.ts';
import { quoteLiteral } from '../src/dialect/quote-literal.ts';
import { SAMPLES } from '../src/samples.ts';
import { definition, inDropOrder, markOf, objectsOf, scriptOf } from './support/scripts.ts';

const [token = {}, oauth = {}] = SAMPLES;
const PLAIN = { audit: { enabled: false }, groupPattern: undefined, managedLocation: undefined };

/** The configs for review: each sign-in method, each feature alone, all features, and a name that needs quotes. */
const REVIEWED = [
  { name: 'base-token', config: token },
  { name: 'base-client', config: { ...oauth, ...PLAIN } },
  { name: 'audit', config: { ...oauth, ...PLAIN, audit: { enabled: true } } },
  { name: 'managed-location', config: { ...oauth, ...PLAIN, managedLocation: 's3://acme-governance/unity' } },
  { name: 'everything', config: oauth },
  { name: 'quoted-name', config: { ...oauth, ...PLAIN, catalog: 'gov`\'quoted\\"name;--' } },
];

describe('the scripts', () => {
  // The scripts are in files. To accept a change, run vitest with --update and review the difference.
  it.each(REVIEWED)('match the reviewed ones: $name', async ({ name, config }) => {
    const objects = objectsOf(config, 'manual');
    await expect(scriptOf(objects, 'create')).toMatchFileSnapshot(`golden/${name}.create.sql`);
    await expect(scriptOf(inDropOrder(objects), 'drop')).toMatchFileSnapshot(`golden/${name}.removal.sql`);
  });

  it('grant only the use of the catalog, and the audit tables if audit is on', () => {
    const grants = ({ config }: (typeof REVIEWED)[number]) =>
      scriptOf(objectsOf(config, 'manual'), 'create').match(/^ *GRANT .*? TO /gm) ?? [];
    for (const reviewed of REVIEWED) {
      const isAudited = 'audit' in reviewed.config && (reviewed.config.audit as { enabled: boolean }).enabled;
      expect(grants(reviewed), reviewed.name).toHaveLength(isAudited ? 6 : 1);
    }
  });

  it('leave the principal to an administrator if only a token is known, and name a discovered principal', () => {
    expect(scriptOf(objectsOf(token, 'manual'), 'create')).toContain('SET OWNER TO {{servicePrincipal}};');
    const known = scriptOf(objectsOf(token, 'manual', { servicePrincipal: 'ada@example.com' }), 'create');
    expect(known).toContain('SET OWNER TO `ada@example.com`;');
  });

  it('keep every name inside its quotes', () => {
    const hostile = fc
      .string({
        unit: fc.constantFrom('`', "'", '"', '\\', ';', '-', '*', '}', '$', ':', 'a', 'ü', '数'),
        minLength: 1,
        maxLength: 60,
      })
      .filter((catalog) => definition.config.safeParse({ ...oauth, catalog }).success);
    fc.assert(
      fc.property(hostile, (catalog) => {
        const objects = objectsOf({ ...oauth, catalog }, 'manual');
        const script = [scriptOf(objects, 'create'), scriptOf(inDropOrder(objects), 'drop')].join('\n');
        const bare = script
          .replaceAll(/^ *--.*$/gm, '')
          .replaceAll(quoteIdentifier([catalog]), '`x`')
          .replaceAll(quoteLiteral(catalog), "'x'");
        const plain = objectsOf({ ...oauth, catalog: 'x' }, 'manual');
        const expected = [scriptOf(plain, 'create'), scriptOf(inDropOrder(plain), 'drop')].join('\n');
        expect(bare).toBe(expected.replaceAll(/^ *--.*$/gm, ''));
      }),
      { numRuns: 200 },
    );
  });
});

describe('automatic set-up', () => {
  it('creates a catalog and two schemas without grants, because their creator owns them', () => {
    const created = objectsOf(oauth, 'automatic').filter(({ create }) => create.length > 0);
    expect(created.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'catalog governance',
      'schema governance.portcullis_system',
      'schema governance.portcullis_policies',
    ]);
  });

  it('marks its objects by their comments', () => {
    const script = scriptOf(objectsOf(oauth, 'automatic'), 'create');
    for (const key of ['catalog', 'system-schema', 'policy-schema'])
      expect(script).toContain(`COMMENT '${markOf(key)}'`);
  });
});
