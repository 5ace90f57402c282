import { describe, expect, it } from 'vitest';
import { REVIEWED } from './support/configs.ts';
import { inDropOrder, objectsOf, scriptOf, sectionsOf } from './support/scripts.ts';

describe('the scripts', () => {
  // The scripts are in files. To accept a change, run vitest with --update and review the difference.
  it.each(REVIEWED)('match the reviewed ones: $name', async ({ name, config, options }) => {
    const objects = objectsOf(config, 'manual', options);
    await expect(scriptOf(sectionsOf(objects, 'create'))).toMatchFileSnapshot(`golden/${name}.create.sql`);
    await expect(scriptOf(sectionsOf(inDropOrder(objects), 'drop'))).toMatchFileSnapshot(`golden/${name}.removal.sql`);
  });

  it('switch to the least privileged role for the next statements', () => {
    const roles = sectionsOf(
      objectsOf(REVIEWED.find(({ name }) => name === 'everything')?.config ?? {}, 'manual'),
      'create',
    );
    expect(roles.map(({ role }) => role)).toEqual(['SYSADMIN', 'USERADMIN', 'SECURITYADMIN', 'ACCOUNTADMIN']);
  });

  it('use ACCOUNTADMIN only for features that require it', () => {
    for (const { name, config, options } of REVIEWED) {
      const roles = sectionsOf(objectsOf(config, 'manual', options), 'create').map(({ role }) => role);
      expect(roles.includes('ACCOUNTADMIN'), name).toBe(['audit', 'lineage', 'everything'].includes(name));
    }
  });
});
