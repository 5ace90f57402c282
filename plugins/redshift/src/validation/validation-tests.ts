import type { Engine } from '../engine.ts';
import { basicConnection } from './basic-connection.ts';
import { bootstrapUserGrants } from './bootstrap-user-grants.ts';
import { endpointName } from './endpoint-name.ts';
import { impersonationWorks } from './impersonation-works.ts';
import { initialDatabase } from './initial-database.ts';
import { privilegedRole } from './privileged-role.ts';
import type { RedshiftTest } from './redshift-test.ts';
import { registryPrivileges } from './registry-privileges.ts';
import { removalPrivileges } from './removal-privileges.ts';
import {
  manualConnection,
  manualPrivileges,
  manualRestraint,
  recurringConnection,
  recurringPrivileges,
} from './service-account-tests.ts';

/** The validation tests, in the order of responses. The tests derived from the managed objects follow them. */
export function validationTests(engine: Engine): readonly RedshiftTest[] {
  return [
    basicConnection(engine),
    endpointName(engine),
    privilegedRole(engine),
    initialDatabase,
    bootstrapUserGrants(engine),
    registryPrivileges(engine),
    removalPrivileges,
    manualConnection(engine),
    manualPrivileges,
    manualRestraint,
    recurringConnection(engine),
    recurringPrivileges,
    impersonationWorks(engine),
  ];
}
