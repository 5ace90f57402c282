import { type ExecutableOperation, type OperationResult, PlatformError } from '@portcullis/plugin-api';
import type { PlatformCalls } from '../connection/platform-session.ts';

/** The names of the calls, as plan and journal show them. */
export const CALLS = {
  createSpace: 'spaces.create',
  updateSpace: 'spaces.update',
  deleteSpace: 'spaces.delete',
  addReader: 'spaces.addReader',
  removeReader: 'spaces.removeReader',
} as const;

/** The input of the calls for a space. */
interface SpaceInput {
  readonly name: string;
  readonly retentionDays: number;
  readonly mark: string;
}

/** The input of the calls for a reader. */
interface ReaderInput {
  readonly space: string;
  readonly group: string;
}

type Run = (calls: PlatformCalls, input: never, signal: AbortSignal) => Promise<OperationResult>;

const RUNS: Readonly<Record<string, Run>> = {
  [CALLS.createSpace]: createSpace,
  [CALLS.updateSpace]: updateSpace,
  [CALLS.deleteSpace]: deleteSpace,
  [CALLS.addReader]: addReader,
  [CALLS.removeReader]: removeReader,
};

/** Executes a call of a plan. */
export async function runCall(
  calls: PlatformCalls,
  operation: Extract<ExecutableOperation, { readonly kind: 'call' }>,
  signal: AbortSignal,
): Promise<OperationResult> {
  const run = RUNS[operation.call];
  if (!run) throw new PlatformError({ failureClass: 'internal', message: `There is no call "${operation.call}".` });
  return run(calls, operation.reveal() as never, signal);
}

async function createSpace(calls: PlatformCalls, input: SpaceInput, signal: AbortSignal): Promise<OperationResult> {
  return { outputs: { spaceId: await calls.createSpace(input, signal) } };
}

async function updateSpace(calls: PlatformCalls, input: SpaceInput, signal: AbortSignal): Promise<OperationResult> {
  await checkMark(calls, input, signal);
  await calls.updateSpace(input, signal);
  return {};
}

async function deleteSpace(calls: PlatformCalls, input: SpaceInput, signal: AbortSignal): Promise<OperationResult> {
  await checkMark(calls, input, signal);
  await calls.deleteSpace(input.name, signal);
  return {};
}

async function addReader(
  calls: PlatformCalls,
  { space, group }: ReaderInput,
  signal: AbortSignal,
): Promise<OperationResult> {
  await calls.addReader(space, group, signal);
  return {};
}

async function removeReader(
  calls: PlatformCalls,
  { space, group }: ReaderInput,
  signal: AbortSignal,
): Promise<OperationResult> {
  await calls.removeReader(space, group, signal);
  return {};
}

/**
 * Checks the mark again, because another account may replace the space between the observation and the change.
 *
 * @throws PlatformError `not-found` if there is none, `invalid-input` if it does not have our mark.
 */
async function checkMark(
  calls: PlatformCalls,
  { name, mark }: Pick<SpaceInput, 'name' | 'mark'>,
  signal: AbortSignal,
): Promise<void> {
  const found = await calls.space(name, signal);
  if (!found) throw new PlatformError({ failureClass: 'not-found', message: `There is no space ${name}.` });
  if (found.mark === mark) return;
  const message = `The space ${name} was not created for this integration, so it is not changed.`;
  throw new PlatformError({ failureClass: 'invalid-input', message });
}
