import { isPrintable } from '@portcullis/plugin-api';
import { z } from 'zod';
import { catalogSchema, containsParameter } from './catalog-schema.ts';
import { canonicalPath, pathProblem } from './http-path.ts';
import { isStorageLocation, MAX_LOCATION_LENGTH } from './storage-location.ts';
import { canonicalWorkspace, workspaceProblem } from './workspace-host.ts';

/**
 * Maximum length of the display name of a group. Source: SCIM 2.0 of Databricks, as measured by its account console.
 */
const MAX_GROUP_LENGTH = 255;
/** The maximum length of a workspace URL: a host name (RFC 1035) with scheme, port and path. */
const MAX_URL_LENGTH = 300;
const MAX_PATH_LENGTH = 200;

/** Returns the fields of every authentication kind. Source: plugins/databricks/README.md, "Config". */
export function targetFields() {
  return {
    workspaceUrl: z
      .string()
      .min(1, 'The workspace URL is empty.')
      .max(MAX_URL_LENGTH)
      .overwrite(canonicalWorkspace)
      .superRefine((host, context) => {
        const problem = workspaceProblem(host);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .meta({
        title: 'Workspace URL',
        description: 'The URL of the workspace, with or without https://. Only the host is stored.',
        examples: ['dbc-a1b2c3d4-e5f6.cloud.databricks.com', 'adb-1234567890123456.7.azuredatabricks.net'],
      }),
    httpPath: z
      .string()
      .min(1, 'The HTTP path is empty.')
      // The time of the next step grows with the square of the length.
      .max(MAX_PATH_LENGTH, { abort: true })
      .overwrite(canonicalPath)
      .superRefine((path, context) => {
        const problem = pathProblem(path);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .meta({
        title: 'HTTP path',
        description:
          'The HTTP path of the SQL warehouse on which the service runs its statements, from its connection details.',
        examples: ['/sql/1.0/warehouses/1a2b3c4d5e6f7a8b'],
      }),
    catalog: catalogSchema().meta({
      title: 'Catalog',
      description:
        'The catalog that is created for the metadata and policy functions of the service. The name is stored in lower case, as on the platform.',
      examples: ['governance'],
    }),
    managedLocation: z
      .string()
      .max(MAX_LOCATION_LENGTH)
      .refine(isStorageLocation, 'This is not the URL of a storage location, such as s3://bucket/path.')
      .refine(isPrintable, 'The location contains non-printable characters.')
      .refine(
        (location) => !containsParameter(location),
        'The location contains "{{" or "${", which clients interpret as a parameter.',
      )
      .optional()
      .meta({
        title: 'Managed location',
        description:
          'The storage location of the catalog, inside an external location. Needed if the metastore has no storage of its own.',
        examples: ['s3://acme-governance/unity'],
      }),
    audit: z
      .strictObject({
        enabled: z
          .boolean()
          .default(false)
          .meta({
            title: 'Enabled',
            description:
              'True: the service reads the query history from the system tables of the schema system.access.',
            examples: [true],
          }),
      })
      .default({ enabled: false })
      .meta({ title: 'Audit', description: 'Reads the query history. Off by default.' }),
    groupPattern: z
      .strictObject({
        deny: z
          .string()
          .min(1, 'The name of the group is empty.')
          .max(MAX_GROUP_LENGTH)
          .refine((name) => name.trim() === name, 'The name begins or ends with a space.')
          .refine(isPrintable, 'The name contains non-printable characters.')
          .meta({
            title: 'Excluded group',
            description:
              'The name of the group whose members are excluded from policies. After a change, all policies must be pushed again.',
            examples: ['governance-exempt'],
          }),
      })
      .optional()
      .meta({ title: 'Group pattern', description: 'The group that is excluded from policy enforcement.' }),
  };
}
