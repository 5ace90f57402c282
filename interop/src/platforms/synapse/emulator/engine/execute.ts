import type { Value } from '../tds/rows.ts';
import { type Actor, DATABASE, holds, identities, needOnObject, ownerOf, principalNamed } from './access.ts';
import type { Cursor } from './cursor.ts';
import type { Token } from './lexer.ts';
import { objectAt } from './objects.ts';
import { untilNextStatement } from './parsing.ts';
import { evaluate } from './query.ts';
import { refusals } from './refusal.ts';
import { actorOf, type Context, type Step } from './session.ts';
import { DBO, type Principal } from './state.ts';

/** The compiler of a batch, or of the body of a procedure. */
export interface Compiler {
  compile(text: string, isDynamic: boolean): Step;
  compileTokens(tokens: readonly Token[], text: string, isDynamic: boolean): Step;
  /** Runs to the end, or to a RETURN. */
  runToReturn(step: Step, context: Context): void;
}

type SystemProcedure = (actor: Actor, given: readonly Value[], context: Context) => void;

/** The built-in procedures of the server, each with its page. Names are given as text. */
const SYSTEM_PROCEDURES: Readonly<
  Record<string, readonly [page: string, parameters: readonly string[], run: SystemProcedure]>
> = {
  sp_addrolemember: [
    'sp_addrolemember',
    ['@rolename', '@membername'],
    (actor, [role, member]) => {
      const [found, memberPrincipal] = memberAndRole(actor, String(role), String(member));
      if (identities(actor.database, found.id).has(memberPrincipal.id)) throw refusals.notAllowed();
      found.members.add(memberPrincipal.id);
    },
  ],
  sp_droprolemember: [
    'sp_droprolemember',
    ['@rolename', '@membername'],
    (actor, [role, member]) => {
      const [found, memberPrincipal] = memberAndRole(actor, String(role), String(member));
      found.members.delete(memberPrincipal.id);
    },
  ],
};

/**
 * Source: "sp_addrolemember", Permissions: fixed roles require db_owner; others require the permission to alter roles
 * or the role, or its ownership.
 */
function memberAndRole(actor: Actor, roleName: string, memberName: string): readonly [Principal, Principal] {
  const role = principalNamed(actor.database, roleName);
  const member = principalNamed(actor.database, memberName);
  const may =
    role?.type === 'R' &&
    (role.isFixed ? holds(actor, DATABASE, 'CONTROL') : holds(actor, { kind: 'principal', principal: role }, 'ALTER'));
  if (!role || !may) throw refusals.unreachable('alter', 'role', roleName);
  if (!member) throw refusals.noPrincipal(memberName);
  if (member.isFixed || member.id === DBO || role.id === 0) throw refusals.special();
  return [role, member];
}

/** Reads EXECUTE: text that runs as a separate batch, or a procedure. Source: "EXECUTE". */
export function parseCall(cursor: Cursor, compiler: Compiler): Step {
  if (cursor.accept('(')) {
    const expression = cursor.untilClosed();
    return (context) => runText(String(evaluate(expression, context) ?? ''), context, compiler);
  }
  const path = cursor.path();
  const given: { readonly name: string | undefined; readonly value: readonly Token[] }[] = [];
  while (cursor.peek() && !cursor.isNext(';')) {
    const isNamed = cursor.peek()?.kind === 'variable' && cursor.peek(1)?.value === '=';
    const name = isNamed ? cursor.take().value : undefined;
    if (isNamed) cursor.expect('=');
    const value = untilNextStatement(cursor, [], true);
    if (value.length === 0) break;
    given.push({ name, value });
    if (!cursor.accept(',')) break;
  }
  // "EXECUTE": an argument is a constant or a variable, not an expression.
  for (const { value } of given)
    if (value.length > 1 && !['OUTPUT', 'OUT'].includes(value.at(-1)?.upper ?? ''))
      throw refusals.syntax(value[1]?.value ?? '');
  return (context) => {
    const system =
      path.schema === undefined || path.schema === 'sys' ? SYSTEM_PROCEDURES[path.name.toLowerCase()] : undefined;
    const argument = (name: string, index: number) => given.find((each) => each.name === name) ?? given[index];
    const valueFor = (name: string, index: number): Value | undefined => {
      const found = argument(name, index);
      return found && (found.name === undefined || found.name === name)
        ? evaluate(found.value.slice(0, 1), context)
        : undefined;
    };
    if (path.name.toLowerCase() === 'sp_executesql')
      return runText(String(valueFor('@stmt', 0) ?? ''), context, compiler);
    if (system) {
      const [, parameters, run] = system;
      const values = parameters.map((name, index) => valueFor(name, index));
      const absent = values.indexOf(undefined);
      if (absent >= 0) throw refusals.noParameter(path.name, parameters[absent] ?? '');
      return run(actorOf(context), values as readonly Value[], context);
    }
    const actor = actorOf(context);
    const procedure = objectAt(actor, path);
    if (procedure?.type !== 'P')
      throw refusals.noProcedure(path.schema === undefined ? path.name : `${path.schema}.${path.name}`);
    needOnObject(actor, procedure, 'EXECUTE');
    const variables = new Map<string, Value>();
    for (const [index, { name }] of procedure.parameters.entries()) {
      const value = valueFor(name, index);
      if (value === undefined) throw refusals.noParameter(procedure.name, name);
      variables.set(name, value);
    }
    const inner: Context = {
      ...context,
      variables,
      isDynamic: false,
      chain: ownerOf(actor.database, { kind: 'object', object: procedure }),
    };
    const before = context.session.users.length;
    compiler.runToReturn(compiler.compileTokens(procedure.body, procedure.definition, false), inner);
    // "EXECUTE AS", Remarks: the impersonation of a procedure ends with the procedure.
    context.session.users.splice(before);
    for (const [index, { name, isOutput }] of procedure.parameters.entries()) {
      const target = argument(name, index)?.value[0];
      if (isOutput && target?.kind === 'variable') context.variables.set(target.value, variables.get(name) ?? null);
    }
  };
}

/**
 * Text has its own variables, and no ownership chain extends into it. Source: "Ownership chains"; "EXECUTE", Context
 * switching.
 */
function runText(text: string, context: Context, compiler: Compiler): void {
  const inner: Context = { ...context, variables: new Map(), isDynamic: true, chain: undefined };
  compiler.runToReturn(compiler.compile(text, true), inner);
}

/** Reads EXECUTE AS USER: a pool has neither LOGIN nor CALLER. Source: "EXECUTE AS", Azure Synapse Analytics. */
export function parseExecuteAs(cursor: Cursor): Step {
  cursor.expect('USER', '=');
  const name = untilNextStatement(cursor);
  return (context) => {
    const actor = actorOf(context);
    const wanted = String(evaluate(name, context));
    const found = principalNamed(actor.database, wanted);
    if (found?.type !== 'S' || !holds(actor, { kind: 'principal', principal: found }, 'IMPERSONATE'))
      throw refusals.cannotImpersonate(wanted);
    context.session.users.push(found.id);
  };
}

/** Ends the last impersonation. Source: "REVERT". */
export function parseRevert(): Step {
  return ({ session }) => {
    if (session.users.length > 1) session.users.pop();
  };
}
