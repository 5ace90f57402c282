import { ident, type ManagedObject, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { procedureObject } from './procedure-object.ts';
import { TABLES } from './tables.ts';

/** The procedures of the service. */
export const PROCEDURES = {
  setUserProfile: 'set_user_profile',
  removeUserProfile: 'remove_user_profile',
  impersonate: 'impersonate',
  stopImpersonating: 'stop_impersonating',
} as const;

/**
 * The procedure that replaces the profile of one login, in one transaction. The pool supports MERGE only for some
 * tables, and no data definition in transactions.
 */
export function setUserProfileProcedure(blueprint: Blueprint): ManagedObject {
  const table = ident(blueprint.systemSchema, TABLES.userProfile);
  return procedureObject(blueprint, {
    key: OBJECT_KEYS.setUserProfile,
    name: PROCEDURES.setUserProfile,
    why: 'The service updates profiles with it: the new profile replaces the earlier one immediately.',
    definition: sql`
      @user_name nvarchar(128), @member_of nvarchar(4000), @purposes nvarchar(4000), @attributes nvarchar(4000)
      AS
      BEGIN
          SET NOCOUNT ON;
          BEGIN TRY
              BEGIN TRANSACTION;
              DELETE FROM ${table} WHERE user_name = @user_name;
              INSERT INTO ${table} (user_name, member_of, purposes, attributes, updated_at)
              SELECT @user_name, @member_of, @purposes, @attributes, GETUTCDATE();
              COMMIT TRANSACTION;
          END TRY
          BEGIN CATCH
              IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION;
              THROW;
          END CATCH
      END`,
  });
}

/** The procedure that removes the profile of a login; a login without a profile sees no data. */
export function removeUserProfileProcedure(blueprint: Blueprint): ManagedObject {
  return procedureObject(blueprint, {
    key: OBJECT_KEYS.removeUserProfile,
    name: PROCEDURES.removeUserProfile,
    why: 'The service removes the profiles of users who left.',
    definition: sql`
      @user_name nvarchar(128)
      AS
      BEGIN
          SET NOCOUNT ON;
          DELETE FROM ${ident(blueprint.systemSchema, TABLES.userProfile)} WHERE user_name = @user_name;
      END`,
  });
}

/** `EXEC [governance_procedures].[impersonate] N'someone'`: the caller's queries on the views answer as for that login. */
export function impersonateProcedure(blueprint: Blueprint): ManagedObject {
  const table = ident(blueprint.systemSchema, TABLES.impersonations);
  return procedureObject(blueprint, {
    key: OBJECT_KEYS.impersonate,
    name: PROCEDURES.impersonate,
    feature: IMPERSONATION,
    why: 'Lets a member of the role query as another login, which must have a profile.',
    // The caller is read once, because views and tables are evaluated on other nodes.
    definition: sql`
      @user_name nvarchar(128)
      AS
      BEGIN
          SET NOCOUNT ON;
          DECLARE @account nvarchar(128) = SYSTEM_USER;
          IF NOT EXISTS (SELECT 1 FROM ${ident(blueprint.systemSchema, TABLES.userProfile)} WHERE user_name = @user_name)
          BEGIN
              THROW 50000, N'There is no profile of the user to be impersonated.', 1;
          END;
          DELETE FROM ${table} WHERE account = @account;
          INSERT INTO ${table} (account, acts_as) SELECT @account, @user_name;
      END`,
  });
}

/** `EXEC [governance_procedures].[stop_impersonating]`: ends the impersonation of the caller. */
export function stopImpersonatingProcedure(blueprint: Blueprint): ManagedObject {
  return procedureObject(blueprint, {
    key: OBJECT_KEYS.stopImpersonating,
    name: PROCEDURES.stopImpersonating,
    feature: IMPERSONATION,
    why: 'Ends the impersonation of the caller.',
    definition: sql`
      AS
      BEGIN
          SET NOCOUNT ON;
          DECLARE @account nvarchar(128) = SYSTEM_USER;
          DELETE FROM ${ident(blueprint.systemSchema, TABLES.impersonations)} WHERE account = @account;
      END`,
  });
}
