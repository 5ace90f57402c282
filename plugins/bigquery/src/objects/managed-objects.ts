import type { ManagedObject, ObjectContext, Privilege } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import { readKey } from '../config/service-account-key.ts';
import { NEEDED_PERMISSIONS } from '../permissions.ts';
import { markedDescription, markLabel } from './mark-label.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The id of the only stage: the project. */
export const STAGE = 'project';

/** The account that can grant these privileges to the administrator who runs the set-up script. */
const OWNER = 'an owner of the project';

/**
 * Returns the managed objects of an integration: the objects that an administrator must have set up, and the dataset
 * that the service creates.
 */
export function managedObjects(
  config: BigQueryConfig,
  { mark }: Pick<ObjectContext<never>, 'mark'>,
): readonly ManagedObject[] {
  const { project, email } = readKey(config.credential);
  return [customRole(config, project), roleBinding(config, project, email), dataset(config, project, mark)];
}

/**
 * The operations that need each permission. All other permissions are for views and functions, which the service
 * maintains from the creation on.
 */
const OPERATIONS_BY_PERMISSION: Readonly<Record<string, NonNullable<Privilege['operations']>>> = {
  'bigquery.jobs.create': ['observe'],
  'bigquery.datasets.get': ['observe'],
  'bigquery.datasets.delete': ['create', 'drop'],
  'bigquery.tables.delete': ['create', 'drop'],
  'bigquery.routines.delete': ['create', 'drop'],
  'bigquery.tables.list': ['create', 'drop'],
  'bigquery.routines.list': ['create', 'drop'],
  'bigquery.models.list': ['drop'],
  'iam.roles.get': ['observe'],
};

function customRole({ role }: BigQueryConfig, project: string): ManagedObject {
  return {
    key: OBJECT_KEYS.role,
    kind: 'custom role',
    name: `projects/${project}/roles/${role}`,
    scope: 'project',
    sharing: 'required',
    by: 'administrator',
    stage: STAGE,
    create: [],
    drop: [],
    needs: [{ name: 'iam.roles.create', on: `project ${project}`, grantedBy: OWNER }],
    why: 'Contains the minimum permissions that the service needs; an administrator creates it with the set-up script.',
    presentTest: { id: 'role-present', name: 'Validate Manual: Custom Role Exists' },
  };
}

function roleBinding({ role }: BigQueryConfig, project: string, email: string): ManagedObject {
  return {
    key: OBJECT_KEYS.binding,
    kind: 'role binding',
    name: `projects/${project}/roles/${role} serviceAccount:${email}`,
    scope: 'project',
    sharing: 'required',
    by: 'administrator',
    stage: STAGE,
    create: [],
    drop: [],
    needs: [{ name: 'resourcemanager.projects.setIamPolicy', on: `project ${project}`, grantedBy: OWNER }],
    why: 'Grants the service account the custom role on the project; an administrator creates it with the set-up script.',
  };
}

function dataset(config: BigQueryConfig, project: string, mark: (key: string) => string): ManagedObject {
  const { dataset: datasetId, location } = config;
  const reference = { projectId: project, datasetId };
  const ourMark = mark(OBJECT_KEYS.dataset);
  const [label, description] = [markLabel(ourMark), markedDescription(ourMark)];
  return {
    key: OBJECT_KEYS.dataset,
    kind: 'dataset',
    name: datasetId,
    scope: 'project',
    by: 'service',
    stage: STAGE,
    create: [{ call: 'datasets.insert', input: { ...reference, location, description, label } }],
    drop: [
      {
        call: 'datasets.delete',
        input: { ...reference, label },
        succeedOn: ['not-found'],
      },
    ],
    desired: { location },
    reversible: false,
    needs: NEEDED_PERMISSIONS.map(({ name }) => ({
      name,
      on: `project ${project}`,
      operations: OPERATIONS_BY_PERMISSION[name] ?? ['create'],
    })),
    why: 'Contains the policy-enforced views and the metadata of the service, separate from all other data.',
    absentTest: { id: 'dataset-absent', name: 'Validate Manual: Dataset Does Not Exist' },
  };
}
