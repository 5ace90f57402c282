import { decideOwnership, listUnresolvedObjects, type UnresolvedObject } from '@portcullis/client';
import { EXIT_CODE, type ExitCode } from '../exit-code.ts';
import { renderTable } from '../render/render-table.ts';
import { openRemoteService, type ServerOptions } from '../services/remote-service.ts';
import { type Context, respond } from './context.ts';

/** Decisions about an unresolved object. */
export const DECISIONS = ['adopt', 'leave'] as const;

/** A decision about an unresolved object. */
export type Decision = (typeof DECISIONS)[number];

/** `unresolved <id>`: the objects of an integration that wait for a decision. */
export async function unresolved(id: number, options: ServerOptions, context: Context): Promise<ExitCode> {
  await using service = openRemoteService(options, context.terminal);
  const { client } = service;
  show(await listUnresolvedObjects({ client, path: { id }, signal: context.terminal.signal }), context);
  return EXIT_CODE.done;
}

/** `decide <id> <object> <decision>`: decides who owns an object, and lists the objects that still wait. */
export async function decide(
  { id, object, decision }: { readonly id: number; readonly object: string; readonly decision: Decision },
  options: ServerOptions,
  context: Context,
): Promise<ExitCode> {
  await using service = openRemoteService(options, context.terminal);
  const { client } = service;
  const { signal } = context.terminal;
  show(await decideOwnership({ client, path: { id }, body: { object, decision }, signal }), context);
  return EXIT_CODE.done;
}

function show(objects: readonly UnresolvedObject[], context: Context): void {
  respond(context, objects, () =>
    objects.length === 0
      ? 'No objects are waiting for a decision.\n'
      : renderTable(
          ['OBJECT', 'KIND', 'NAME', 'ID ON THE PLATFORM', 'STARTED AT'],
          objects.map(({ key, kind, name, platformId = '', begunAt }) => [key, kind, name, platformId, begunAt]),
        ),
  );
}
