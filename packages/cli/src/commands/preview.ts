import {
  getCleanupScript,
  getCreateScript,
  getInitialCreateScript,
  getPostCleanupScript,
  getSetupPrivileges,
  type IntegrationBody,
  listIntegrationTypes,
  type PortcullisClient,
  planCreateIntegration,
  type Script,
} from '@portcullis/client';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { type IntegrationFile, readIntegrationFile } from '../files/integration-file.ts';
import { rejectPlaintextSecrets } from '../files/plaintext-secrets.ts';
import { secretPaths } from '../files/secret-paths.ts';
import { renderPlan } from '../render/render-plan.ts';
import { renderRefusal, renderValidation } from '../render/render-validation.ts';
import { openLocalService } from '../services/local-service.ts';
import { type Context, respond } from './context.ts';

/** The kinds of scripts that need only a config. */
export const SCRIPT_KINDS = ['initial-create', 'create', 'cleanup', 'post-cleanup'] as const;

/** One of {@link SCRIPT_KINDS}. */
export type ScriptKind = (typeof SCRIPT_KINDS)[number];

/** Requests a script. The service, not the compiler, validates the body. */
type RequestScript = (options: { client: PortcullisClient; body: never }) => Promise<Script>;

const SCRIPTS: Readonly<Record<ScriptKind, RequestScript>> = {
  'initial-create': getInitialCreateScript,
  create: getCreateScript,
  cleanup: getCleanupScript,
  'post-cleanup': getPostCleanupScript,
};

/** Reads a file, and runs a function with its content and an instance for its type. */
async function withLocal<Result>(
  path: string,
  { terminal }: Context,
  use: (client: PortcullisClient, file: IntegrationFile) => Promise<Result>,
): Promise<Result> {
  const file = readIntegrationFile(path, terminal);
  await using service = await openLocalService(file, terminal);
  await rejectSecretsIn(service.client, [file], terminal.signal);
  return await use(service.client, file);
}

/**
 * Rejects files that contain secrets, by the schemas of the types that a service knows.
 *
 * @throws UsageError
 */
export async function rejectSecretsIn(
  client: PortcullisClient,
  files: readonly IntegrationFile[],
  signal: AbortSignal,
): Promise<void> {
  const types = await listIntegrationTypes({ client, signal });
  for (const file of files) {
    const schema = types.find(({ type }) => type === file.type)?.configSchema;
    if (schema !== undefined) rejectPlaintextSecrets(file, secretPaths(schema));
  }
}

/**
 * `plan <file>`: shows the statements of a set-up, and the reason if it would be refused. Connects to the platform and
 * changes nothing.
 */
export function plan(path: string, context: Context): Promise<ExitCode> {
  return withLocal(path, context, async (client, { body }) => {
    const dryRun = await planCreateIntegration({ client, body: asBody(body), signal: context.terminal.signal });
    respond(
      context,
      dryRun,
      () => renderPlan(dryRun.plan, context.style) + renderRefusal(dryRun.validationResults, context.style),
    );
    return dryRun.validationResults.status === 'failed' ? EXIT_CODE.failed : EXIT_CODE.done;
  });
}

/** `validate <file>`: runs the validation tests. Connects to the platform and changes nothing. */
export function validate(path: string, context: Context): Promise<ExitCode> {
  return withLocal(path, context, async (client, { body }) => {
    const { validationResults } = await planCreateIntegration({
      client,
      body: asBody(body),
      signal: context.terminal.signal,
    });
    respond(context, validationResults, () => renderValidation(validationResults, context.style));
    return validationResults.status === 'failed' ? EXIT_CODE.failed : EXIT_CODE.done;
  });
}

/** `script <file>`: writes the script that an administrator runs. Opens no connection. */
export function script(path: string, kind: ScriptKind, context: Context): Promise<ExitCode> {
  return withLocal(path, context, async (client, { type: requested, body }) => {
    const result = await SCRIPTS[kind]({ client, body: { ...body, autoBootstrap: false } as never });
    respond(context, result, () => result.script);
    for (const warning of result.warnings)
      context.terminal.note(`${context.style('warning', `Warning: ${warning}`)}\n`);
    const types = await listIntegrationTypes({ client });
    context.terminal.note(orderOfScripts(types.find(({ type }) => type === requested)?.scripts ?? [], kind));
    return EXIT_CODE.done;
  });
}

/** Returns the order of the scripts of a set-up or a removal that has more than one. */
function orderOfScripts(kinds: readonly string[], shown: ScriptKind): string {
  const orders: readonly (readonly ScriptKind[])[] = [
    ['initial-create', 'create'],
    ['cleanup', 'post-cleanup'],
  ];
  const order = orders.find((each) => each.includes(shown))?.filter((kind) => kinds.includes(kind)) ?? [];
  return order.length > 1
    ? `Run these scripts in this order: ${order.join(', ')}. This one is "${shown}" (--kind).\n`
    : '';
}

/** `privileges <file>`: writes the script of the least-privileged role that can set it up. Opens no connection. */
export function privileges(path: string, context: Context): Promise<ExitCode> {
  return withLocal(path, context, async (client, { body }) => {
    const result = await getSetupPrivileges({ client, body: asBody(body) });
    respond(context, result, () => result.script);
    for (const warning of result.warnings)
      context.terminal.note(`${context.style('warning', `Warning: ${warning}`)}\n`);
    return EXIT_CODE.done;
  });
}

/** Types a body without a check: the service validates it. */
export function asBody(body: Readonly<Record<string, unknown>>): IntegrationBody {
  return body as unknown as IntegrationBody;
}
