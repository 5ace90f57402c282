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
import { openRemote, type ServerOptions } from '../services/remote-service.ts';
import { UsageError } from '../usage-error.ts';
import { answer, type Context } from './context.ts';
import { asBody, refuseSecretsOf } from './preview.ts';
import { type Change, type Wish, wishOf } from './wish.ts';

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
 * `apply <path>`: makes a server's integrations what the files say. Which integration a file is about is decided by its target, as
 * the server sees it, so nothing has to be remembered here. What no file names is left alone.
 */
export async function apply(path: string, options: ApplyOptions, context: Context): Promise<ExitCode> {
  const { terminal, paint } = context;
  const files = findFiles(path, terminal.folder).map((each) => readIntegrationFile(each, terminal));
  await using service = openRemote(options, terminal);
  const { client } = service;
  await refuseSecretsOf(client, files);

  const wishes: Wish[] = [];
  for (const file of files) wishes.push(await wishOf(client, file, terminal.signal));
  for (const wish of wishes) terminal.note(describe(wish, context));

  const refused = wishes.find((wish) => wish.change === 'refused');
  if (refused) return finish(context, wishes.map(untouched), exitCodeOf(refused.error));
  const changes = wishes.filter((wish) => wish.change === 'create' || wish.change === 'update');
  if (changes.length === 0) return finish(context, wishes.map(untouched), EXIT_CODE.done);
  if (options.dryRun) return finish(context, wishes.map(untouched), EXIT_CODE.pending);
  if (!options.yes && !terminal.interactive) {
    throw new UsageError('Nobody can be asked here: say --yes to apply, or --dry-run to look.');
  }
  if (!options.yes && !(await terminal.confirm(`Change ${changes.length} of ${wishes.length} on ${service.name}?`))) {
    terminal.note(`${paint('quiet', 'Nothing was changed.')}\n`);
    return finish(context, wishes.map(untouched), EXIT_CODE.pending);
  }
  const outcomes: Outcome[] = [];
  for (const wish of wishes) outcomes.push(await fulfil(client, wish, context));
  const failure = outcomes.find(({ outcome }) => outcome === 'failed');
  return finish(context, outcomes, failure ? exitCodeOf(failure.error) : EXIT_CODE.done);
}

async function fulfil(client: PortcullisClient, wish: Wish, { terminal, paint }: Context): Promise<Outcome> {
  const { path } = wish.file;
  if (wish.change === 'none' || wish.change === 'refused') return untouched(wish);
  terminal.signal.throwIfAborted();
  try {
    const id = await change(client, wish).catch(async (error: unknown) => {
      if (!isPortcullisError(error, 'PLAN_CHANGED')) throw error;
      return change(client, await lookAgain(client, wish, error));
    });
    const onStatus = (status: string) => terminal.note(`${path}: ${status}\n`);
    await waitUntilEnabled({ client, id, signal: terminal.signal, everyMs: 500, onStatus });
    return { file: path, outcome: wish.change === 'create' ? 'created' : 'updated', id };
  } catch (error) {
    if (terminal.signal.aborted) throw error;
    terminal.note(`${paint('bad', `${path}: failed`)}\n${renderError(explain(error), paint)}`);
    return { file: path, outcome: 'failed', error };
  }
}

/** Runs the plan that was shown, and no other. */
async function change(client: PortcullisClient, wish: Change): Promise<string> {
  const body = asBody(wish.file.body);
  const plan = { 'If-Plan': wish.dry.plan.hash };
  if (wish.change === 'create') {
    const headers = { ...plan, 'Idempotency-Key': crypto.randomUUID() };
    return (await createIntegration({ client, body, headers })).id;
  }
  const headers = { ...plan, 'If-Match': wish.version };
  return (await updateIntegration({ client, path: { id: wish.id }, body: body as never, headers })).id;
}

/**
 * A file before this one may have made what both need, so that less is left to do. A plan that is part of the one that was shown
 * may run; any other may not.
 *
 * @throws the error, when there is something new in the plan.
 */
async function lookAgain(client: PortcullisClient, wish: Change, error: unknown): Promise<Change> {
  const body = asBody(wish.file.body);
  const dry =
    wish.change === 'create'
      ? await planCreateIntegration({ client, body })
      : await planUpdateIntegration({ client, path: { id: wish.id }, body: body as never });
  const shown = new Set(wish.dry.plan.steps.map(({ statement }) => statement));
  if (!dry.plan.steps.every(({ statement }) => shown.has(statement))) throw error;
  return { ...wish, dry };
}

/** A change between the read and the write is not a mistake: the state only has to be read again. */
function explain(error: unknown): unknown {
  if (!isPortcullisError(error, 'PLAN_CHANGED', 'VERSION_MISMATCH')) return error;
  const { message } = error as PortcullisError;
  return new Error(`${message} Something changed since the plan was shown, and nothing was done. Run apply again.`);
}

function untouched(wish: Wish): Outcome {
  const file = wish.file.path;
  if (wish.change === 'none') return { file, outcome: 'unchanged', id: String(wish.id) };
  if (wish.change === 'refused') return { file, outcome: 'failed', error: wish.error };
  return { file, outcome: 'pending', ...(wish.change === 'update' ? { id: String(wish.id) } : {}) };
}

function describe(wish: Wish, { paint }: Context): string {
  const { path, type } = wish.file;
  const heading = (text: string) => `${paint('strong', `${path} (${type})`)}: ${text}\n`;
  if (wish.change === 'none') return heading(`integration ${wish.id} is as the file says.`);
  if (wish.change === 'refused')
    return `${heading(paint('bad', 'cannot be applied.'))}${renderError(wish.error, paint)}`;
  const what = wish.change === 'create' ? 'a new integration' : `integration ${wish.id}`;
  return `${heading(`${what}, ${countPlan(wish.dry.plan)}.`)}${renderPlan(wish.dry.plan, paint)}`;
}

function finish(context: Context, outcomes: readonly Outcome[], code: ExitCode): ExitCode {
  const shown = outcomes.map(({ error, ...rest }) => ({
    ...rest,
    ...(error === undefined ? {} : { error: errorAsJson(error) }),
  }));
  answer(context, shown, () =>
    outcomes.map(({ file, outcome, id }) => `${file}: ${outcome}${id ? ` (${id})` : ''}\n`).join(''),
  );
  return code;
}
