import { failed, passed, skipped, warned } from '@portcullis/plugin-api';
import { classifyError } from '../failures/classify-error.ts';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { filteredTables, maskedColumns } from '../objects/attached-policies.ts';
import { PLATFORM_SCHEMAS } from '../objects/foreign-contents.ts';
import { type DatabricksTest, SERVICE, TEST_IDS } from './databricks-test.ts';

/**
 * The test that the attached policies are visible. A table whose filter function is dropped becomes unreadable, so a
 * removal must first find all such tables.
 */
export const attachedPolicies: DatabricksTest = {
  id: 'attached-policies',
  name: 'Validate Automatic: Attached Policies Can Be Found',
  description:
    'Lists the row filters and column masks of this catalog on tables of other catalogs, which are removed first.',
  operations: ['delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.warehouse],
  on: SERVICE,
  async run({ session, config: { catalog }, signal }) {
    try {
      const filters = await session.query(filteredTables(catalog), signal);
      const masks = await session.query(maskedColumns(catalog), signal);
      return passed([{ rowFilters: filters.length, columnMasks: masks.length }]);
    } catch (error) {
      if (classifyError(error)?.class !== 'missing-grant') throw error;
      return failed(
        'The row filters and column masks of this catalog cannot be listed. Dropping it would leave their tables unreadable.',
        {
          failureClass: 'missing-grant',
          remediation: {
            statements: [
              'GRANT USE CATALOG ON CATALOG system TO `account users`',
              'GRANT USE SCHEMA, SELECT ON SCHEMA system.information_schema TO `account users`',
            ],
            runAs: 'a metastore admin',
          },
        },
      );
    }
  },
};

/** The test for schemas of other accounts in the catalog, which would be dropped with it. */
export const foreignSchemas: DatabricksTest = {
  id: 'foreign-schemas',
  name: 'Validate Automatic: Catalog Contains No Foreign Schemas',
  description: 'Lists the schemas of the catalog that the service did not create, which would be dropped with it.',
  operations: ['delete'],
  modes: ['automatic'],
  phase: 'capability',
  mandatory: false,
  dependsOn: [TEST_IDS.connection],
  on: SERVICE,
  async run({ session, config: { catalog }, signal }) {
    if (!(await session.catalog(catalog, signal))) return skipped(`The catalog ${catalog} no longer exists.`);
    const known: readonly string[] = [...PLATFORM_SCHEMAS, SYSTEM_SCHEMA, POLICY_SCHEMA];
    const others = (await session.schemas(catalog, signal))
      .map(({ name }) => name)
      .filter((name) => !known.includes(name));
    if (others.length === 0) return passed([]);
    return warned(`The catalog ${catalog} also contains ${others.join(', ')}, which would be dropped too.`, {
      failureClass: 'in-use',
      help: 'Move the schemas that are still needed before you delete the integration.',
    });
  },
};
