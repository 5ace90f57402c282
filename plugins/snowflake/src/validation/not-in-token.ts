import { failed, type TestOutcome } from '@portcullis/plugin-api';
import { ROLE_NOT_IN_TOKEN, ROLE_NOT_IN_TOKEN_HELP } from '../failures/failure-rows.ts';

/** Returns the outcome for a role that the user has, but that the access token does not permit. */
export function notInToken(role: string): TestOutcome {
  return failed(`The access token does not permit the role ${role} (${ROLE_NOT_IN_TOKEN}).`, {
    failureClass: 'missing-grant',
    help: ROLE_NOT_IN_TOKEN_HELP,
  });
}
