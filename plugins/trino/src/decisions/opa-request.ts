import { z } from 'zod';

const names = z.array(z.string());
const catalogSchema = z.looseObject({ catalogName: z.string(), schemaName: z.string().optional() });
const table = z.looseObject({
  catalogName: z.string(),
  schemaName: z.string(),
  tableName: z.string(),
  columns: names.optional(),
});
const column = z.looseObject({
  catalogName: z.string(),
  schemaName: z.string(),
  tableName: z.string(),
  columnName: z.string(),
  columnType: z.string().optional(),
});

const resource = z.looseObject({
  catalog: z.looseObject({ name: z.string() }).optional(),
  schema: catalogSchema.optional(),
  table: table.optional(),
  column: column.optional(),
  user: z.looseObject({ user: z.string(), groups: names.optional() }).optional(),
  function: z.looseObject({ functionName: z.string(), catalogSchema: catalogSchema.optional() }).optional(),
  systemSessionProperty: z.looseObject({ name: z.string() }).optional(),
  catalogSessionProperty: z.looseObject({ catalogName: z.string(), propertyName: z.string() }).optional(),
});

/**
 * The body that a coordinator posts. Fields that later releases add are accepted.
 *
 * Source: Trino documentation, "Open Policy Agent access control", "Example requests to OPA".
 */
export const opaRequest = z.looseObject({
  input: z.looseObject({
    context: z.looseObject({
      identity: z.looseObject({ user: z.string(), groups: names.optional() }),
      queryId: z.string().optional(),
      properties: z.record(z.string(), z.string()).optional(),
      softwareStack: z.looseObject({ trinoVersion: z.string() }).optional(),
    }),
    action: z.looseObject({
      operation: z.string(),
      resource: resource.optional(),
      targetResource: resource.optional(),
      grantee: z.looseObject({ name: z.string(), type: z.string() }).optional(),
      filterResources: z.array(resource).optional(),
    }),
  }),
});

/** A request of a coordinator. */
export type OpaRequest = z.output<typeof opaRequest>['input'];
