import {
  createIntegration,
  isPortcullisError,
  type PortcullisClient,
  type PortcullisError,
  planCreateIntegration,
  planUpdateIntegration,
  updateIntegration,
  waitUntilEnabled,
} from '@portcullis/client';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { findFiles, readIntegrationFile } from '../files/integration-file.ts';
import { errorAsJson, exitCodeOf, renderError } from '../render/render-error.ts';
import { countPlan, renderPlan } from '../render/render-plan.ts';
import { openRemoteService, type ServerOptions } from '../services/remote-service.ts';
import { UsageError } from '../usage-error.ts';
import { type Context, respond } from './context.ts';
import { type PendingChange, type PlannedChange, planChange } from './planned-change.ts';
import { asBody, rejectSecretsIn } from './preview.ts';

/** The options of `apply`. */
export interface ApplyOptions extends ServerOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** The outcome of a file. */
interface Outcome {
  readonly file: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'pending' | 'failed';
  readonly id?: string;
  readonly error?: unknown;
}

/**
 * `apply <path>`: creates or changes integrations, so that they match the files. The server finds the integration of a
 * file by its target, so the command stores no state. Integrations without a file are not changed.
 */
export async function apply(path: string, options: ApplyOptions, context: Context): Promise<ExitCode> {
  const { terminal, style } = context;
  const files = findFiles(path, terminal.folder).map((each) => readIntegrationFile(each, terminal));
  await using service = openRemoteService(options, terminal);
  const { client } = service;
  await rejectSecretsIn(client, files, terminal.signal);

  const planned: PlannedChange[] = [];
  for (const file of files) planned.push(await planChange(client, file, terminal.signal));
  for (const each of planned) terminal.note(describe(each, context));

  const refused = planned.find((each) => each.change === 'refused');
  if (refused) return finish(context, planned.map(outcomeWithoutChange), exitCodeOf(refused.error));
  const changes = planned.filter((each) => each.change === 'create' || each.change === 'update');
  if (changes.length === 0) return finish(context, planned.map(outcomeWithoutChange), EXIT_CODE.done);
  if (options.dryRun) return finish(context, planned.map(outcomeWithoutChange), EXIT_CODE.pending);
  if (!options.yes && !terminal.interactive) {
    throw new UsageError(
      'There is no terminal to ask for confirmation: pass --yes to apply, or --dry-run to see the plan.',
    );
  }
  if (
    !options.yes &&
    !(await terminal.confirm(`Apply ${changes.length} of ${planned.length} files to ${service.name}?`))
  ) {
    terminal.note(`${style('muted', 'Nothing was changed.')}\n`);
    const code = terminal.signal.aborted ? EXIT_CODE.interrupted : EXIT_CODE.pending;
    return finish(context, planned.map(outcomeWithoutChange), code);
  }
  const outcomes: Outcome[] = [];
  for (const each of planned) outcomes.push(await applyChange(client, each, context));
  const failure = outcomes.find(({ outcome }) => outcome === 'failed');
  return finish(context, outcomes, failure ? exitCodeOf(failure.error) : EXIT_CODE.done);
}

async function applyChange(
  client: PortcullisClient,
  planned: PlannedChange,
  { terminal, style }: Context,
): Promise<Outcome> {
  const { path } = planned.file;
  if (planned.change === 'none' || planned.change === 'refused') return outcomeWithoutChange(planned);
  terminal.signal.throwIfAborted();
  try {
    const id = await runPlan(client, planned).catch(async (error: unknown) => {
      if (!isPortcullisError(error, 'PLAN_CHANGED')) throw error;
      return runPlan(client, await replan(client, planned, error));
    });
    const onStatus = (status: string) => terminal.note(`${path}: ${status}\n`);
    await waitUntilEnabled({ client, id, signal: terminal.signal, everyMs: 500, onStatus });
    return { file: path, outcome: planned.change === 'create' ? 'created' : 'updated', id };
  } catch (error) {
    if (terminal.signal.aborted) throw error;
    const explanation = explain(error);
    terminal.note(`${style('error', `${path}: failed`)}\n${renderError(explanation, style)}`);
    return { file: path, outcome: 'failed', error: isPortcullisError(error) ? error : explanation };
  }
}

/** Runs exactly the shown plan. */
async function runPlan(client: PortcullisClient, planned: PendingChange): Promise<string> {
  const body = asBody(planned.file.body);
  const plan = { 'If-Plan': planned.dryRun.plan.hash };
  if (planned.change === 'create') {
    const headers = { ...plan, 'Idempotency-Key': crypto.randomUUID() };
    return (await createIntegration({ client, body, headers })).id;
  }
  const headers = { ...plan, 'If-Match': planned.version };
  return (await updateIntegration({ client, path: { id: planned.id }, body: body as never, headers })).id;
}

/**
 * Plans again. An earlier file may have created shared objects, so that fewer steps remain. The new plan runs only if
 * all its steps are in the shown plan.
 *
 * @throws the error, if the new plan contains other steps.
 */
async function replan(client: PortcullisClient, planned: PendingChange, error: unknown): Promise<PendingChange> {
  const body = asBody(planned.file.body);
  const dryRun =
    planned.change === 'create'
      ? await planCreateIntegration({ client, body })
      : await planUpdateIntegration({ client, path: { id: planned.id }, body: body as never });
  const shown = new Set(planned.dryRun.plan.steps.map(({ statement }) => statement));
  if (!dryRun.plan.steps.every(({ statement }) => shown.has(statement))) throw error;
  return { ...planned, dryRun };
}

/** Returns the message for an error. After a concurrent change, the user must read the state again. */
function explain(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new Error(
      'The operation has not ended after ten minutes, and continues on the server: "portcullis integrations" shows its result.',
    );
  }
  if (!isPortcullisError(error, 'PLAN_CHANGED', 'VERSION_MISMATCH')) return error;
  const { message } = error as PortcullisError;
  return new Error(`${message} The plan changed after it was shown, and nothing was done. Run apply again.`);
}

function outcomeWithoutChange(planned: PlannedChange): Outcome {
  const file = planned.file.path;
  if (planned.change === 'none') return { file, outcome: 'unchanged', id: String(planned.id) };
  if (planned.change === 'refused') return { file, outcome: 'failed', error: planned.error };
  return { file, outcome: 'pending', ...(planned.change === 'update' ? { id: String(planned.id) } : {}) };
}

function describe(planned: PlannedChange, { style }: Context): string {
  const { path, type } = planned.file;
  const heading = (text: string) => `${style('heading', `${path} (${type})`)}: ${text}\n`;
  if (planned.change === 'none') return heading(`integration ${planned.id} matches the file.`);
  if (planned.change === 'refused')
    return `${heading(style('error', 'cannot be applied.'))}${renderError(planned.error, style)}`;
  const what = planned.change === 'create' ? 'a new integration' : `integration ${planned.id}`;
  return `${heading(`${what}, ${countPlan(planned.dryRun.plan)}.`)}${renderPlan(planned.dryRun.plan, style)}`;
}

function finish(context: Context, outcomes: readonly Outcome[], code: ExitCode): ExitCode {
  const shown = outcomes.map(({ error, ...rest }) => ({
    ...rest,
    ...(error === undefined ? {} : { error: errorAsJson(error) }),
  }));
  respond(context, shown, () =>
    outcomes.map(({ file, outcome, id }) => `${file}: ${outcome}${id ? ` (${id})` : ''}\n`).join(''),
  );
  return code;
}
