import { type ExecutableOperation, type OperationResult, PlatformError } from '@portcullis/plugin-api';
import type { AwsCalls } from '../connection/aws-calls.ts';
import { findLocation } from './find-location.ts';
import { MARK_TAG } from './tags.ts';
import { untilVisible } from './until-visible.ts';

/** The input of a call that registers a location. */
interface RegisterInput {
  readonly instance: string;
  readonly path: string;
  readonly role: string;
  readonly mark: string;
}

/** The input of a call that removes a location. A location without the mark is not removed. */
type DeregisterInput = Omit<RegisterInput, 'role'>;

/** The names of the calls in plans and journals. */
export const CALLS = {
  register: 'CreateAccessGrantsLocation',
  deregister: 'DeleteAccessGrantsLocation',
  deleteGrant: 'DeleteAccessGrant',
} as const;

type CallRunner = (aws: AwsCalls, input: never, signal: AbortSignal) => Promise<OperationResult>;

const CALL_RUNNERS: Readonly<Record<string, CallRunner>> = {
  [CALLS.register]: register,
  [CALLS.deregister]: deregister,
  [CALLS.deleteGrant]: deleteGrant,
};

/** Executes a call of a plan. */
export async function runCall(
  aws: AwsCalls,
  operation: Extract<ExecutableOperation, { readonly kind: 'call' }>,
  signal: AbortSignal,
): Promise<OperationResult> {
  const run = CALL_RUNNERS[operation.call];
  if (!run) throw new PlatformError({ failureClass: 'internal', message: `There is no call "${operation.call}".` });
  return run(aws, operation.reveal() as never, signal);
}

async function register(
  aws: AwsCalls,
  { path, role, mark }: RegisterInput,
  signal: AbortSignal,
): Promise<OperationResult> {
  const registration = { path, role, tags: { [MARK_TAG]: mark } };
  // S3 does not see a role or its trust policy right after their creation.
  const { id, arn } = await untilVisible('InvalidIamRole', () => aws.registerLocation(registration, signal), signal);
  return { outputs: { locationId: id, locationArn: arn } };
}

/**
 * @throws PlatformError `not-found` if there is none, `invalid-input` if it does not have our mark.
 */
async function deregister(
  aws: AwsCalls,
  { path, mark }: DeregisterInput,
  signal: AbortSignal,
): Promise<OperationResult> {
  const location = await findLocation(aws, path, signal);
  const tags = location && (await aws.tags(location.arn, signal));
  if (!location || !tags) {
    throw new PlatformError({ failureClass: 'not-found', message: `No location is registered for ${path}.` });
  }
  if (tags[MARK_TAG] !== mark) {
    const message = `The location of ${path} does not have the tag of this integration, so it is not changed.`;
    throw new PlatformError({ failureClass: 'invalid-input', message });
  }
  // S3 still counts grants right after their removal.
  await untilVisible('AccessGrantsLocationNotEmptyError', () => aws.deregisterLocation(location.id, signal), signal);
  return {};
}

async function deleteGrant(
  aws: AwsCalls,
  { grantId }: { readonly grantId: string },
  signal: AbortSignal,
): Promise<OperationResult> {
  await aws.deleteGrant(grantId, signal);
  return {};
}
