import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { S3Config } from '../config/config-schema.ts';
import { instancePrivileges, rolePrivileges, servicePrivileges } from '../permissions/privileges.ts';
import { instanceArn } from '../regions/arns.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { CALLS } from './run-call.ts';
import { STAGE } from './stage.ts';

/** Maximum time in milliseconds until a change is visible. */
const VISIBILITY_TIMEOUT_MS = 30_000;

/**
 * Returns the managed objects of an integration: the objects that an administrator must have set up, and the location
 * that the service registers.
 */
export function managedObjects(
  config: S3Config,
  { mark }: Pick<ObjectContext<never>, 'mark'>,
): readonly ManagedObject[] {
  return [instance(config), locationRole(config), location(config, mark)];
}

function instance(config: S3Config): ManagedObject {
  return {
    key: OBJECT_KEYS.instance,
    kind: 'access-grants instance',
    name: instanceArn(config),
    scope: 'account',
    sharing: 'required',
    by: 'administrator',
    stage: STAGE,
    create: [],
    drop: [],
    needs: instancePrivileges(config),
    why: 'Contains locations and grants. An account has one shared instance in each region, which the service never creates or deletes.',
  };
}

function locationRole(config: S3Config): ManagedObject {
  return {
    key: OBJECT_KEYS.role,
    kind: 'IAM role',
    name: config.awsLocationRole,
    scope: 'account',
    sharing: 'required',
    by: 'administrator',
    stage: STAGE,
    create: [],
    drop: [],
    needs: rolePrivileges(config),
    why: 'S3 Access Grants assumes it to provide access to the location. An administrator creates it.',
  };
}

function location(config: S3Config, mark: (key: string) => string): ManagedObject {
  const { awsLocationPath: path, awsLocationRole: role } = config;
  const identity = { instance: instanceArn(config), path };
  const ourMark = mark(OBJECT_KEYS.location);
  return {
    key: OBJECT_KEYS.location,
    kind: 'registered location',
    name: path,
    scope: 'account',
    by: 'service',
    stage: STAGE,
    create: [
      {
        call: CALLS.register,
        input: { ...identity, role, mark: ourMark },
        outputs: ['locationId', 'locationArn'],
        waitUntil: { state: 'present', deadlineMs: VISIBILITY_TIMEOUT_MS },
      },
    ],
    drop: [
      {
        call: CALLS.deregister,
        input: { ...identity, mark: ourMark },
        succeedOn: ['not-found'],
        waitUntil: { state: 'absent', deadlineMs: VISIBILITY_TIMEOUT_MS },
      },
    ],
    desired: { role },
    needs: servicePrivileges(config),
    why: 'Maps the path of the data to the role, so that the service can grant access to the data below the path.',
    absentTest: {
      id: 'location-absent',
      name: 'No location is registered for the provided access grants location path',
      after: 'instance',
    },
  };
}
