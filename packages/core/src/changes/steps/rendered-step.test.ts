import {
  type AnyPluginDefinition,
  type CallValue,
  command,
  createCommandDialect,
  type Dialect,
  factSlot,
  ident,
  literal,
  redisCliSyntax,
  type SlotValues,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { createSlotValues } from '../apply/slot-values.ts';
import { type RenderedStep, renderStep, reviveStep, toStoredStep } from './rendered-step.ts';

const dialect: Dialect = {
  language: 'SQL',
  separator: ';',
  quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
  quoteLiteral: (value) => `'${String(value).replaceAll("'", "''")}'`,
  comment: (text) => `-- ${text}`,
};
const definition = { type: 'T', dialect } as unknown as AnyPluginDefinition;
const commands = {
  type: 'T',
  dialect: createCommandDialect({ language: 'redis-cli', commands: redisCliSyntax }),
} as unknown as AnyPluginDefinition;
const place = { stage: 'main', actor: 'setup', role: 'owner' } as const;
const values = (outputs = new Map<string, string>()): SlotValues =>
  createSlotValues({
    secrets: { password: "it's" },
    facts: { appId: 'a"b', flag: false },
    instanceId: 'i',
    identity: ['t'],
    outputs,
  });

/** Through the store and back, as the ledger keeps it. */
const revived = (step: RenderedStep): RenderedStep => reviveStep(JSON.parse(JSON.stringify(toStoredStep(step))));
const sent = (step: RenderedStep, from = values()) => step.operation(from, dialect).reveal();

describe('a rendered step', () => {
  it('has one text for plans and another one for the platform', () => {
    const step = renderStep(
      definition,
      { text: sql`CREATE USER ${ident('u')} PASSWORD ${secretSlot('password')}` },
      place,
    );
    expect(step).toMatchObject({
      text: 'CREATE USER "u" PASSWORD {{password}}',
      secretSlots: ['password'],
      role: 'owner',
      alone: false,
    });
    expect(step.operation(values()).text).toBe(step.text);
    expect(sent(step)).toBe(`CREATE USER "u" PASSWORD 'it''s'`);
  });

  it('survives a round trip through the ledger, with facts and unusual names', () => {
    const drop = sql`DROP PRINCIPAL ${factSlot('appId', 'identifier')} OF ${literal('{{appId}}')} IN ${ident('{{flag}}')} IF ${factSlot('flag', 'literal')}`;
    const step = renderStep(
      definition,
      { text: drop, alone: true, role: 'other', succeedOn: ['not-found'], engine: 'x' },
      place,
    );
    expect(revived(step)).toMatchObject({
      text: step.text,
      alone: true,
      role: 'other',
      succeedOn: ['not-found'],
      engine: 'x',
    });
    expect(sent(revived(step))).toBe(`DROP PRINCIPAL "a""b" OF '{{appId}}' IN "{{flag}}" IF 'false'`);
    expect(sent(revived(step))).toBe(sent(step));
  });

  it('is sent unchanged if it has no slots', () => {
    const step = renderStep(definition, { text: sql`DROP ROLE ${ident('{{password}}')}` }, place);
    expect(sent(revived(step))).toBe('DROP ROLE "{{password}}"');
  });

  it('may be a call, whose references are filled right before sending', () => {
    const input: Record<string, CallValue> = {
      name: 's',
      key: { $secret: 'password' },
      owner: { id: { $output: 'account.id' }, app: { $fact: 'appId' } },
      list: [{ $secret: 'password' }, { $secret: 'password', more: 1 }],
    };
    const step = renderStep(
      definition,
      { call: 'spaces.insert', input, retryOn: ['not-found'], waitUntil: { state: 'present', deadlineMs: 5 } },
      place,
    );
    expect(step.text).toBe(
      'spaces.insert {"name":"s","key":"{{password}}","owner":{"id":"{{account.id}}","app":"{{appId}}"},"list":["{{password}}",{"$secret":"password","more":1}]}',
    );
    expect(revived(step)).toMatchObject({ retryOn: ['not-found'], waitUntil: { state: 'present', deadlineMs: 5 } });
    expect(sent(step, values(new Map([['account.id', '7']])))).toEqual({
      name: 's',
      key: "it's",
      owner: { id: '7', app: 'a"b' },
      list: ["it's", { $secret: 'password', more: 1 }],
    });
  });

  it('may be a command, which is sent as arguments', () => {
    const create = command('ACL', 'SETUSER', 'a b', ['>', secretSlot('password')]);
    const step = renderStep(commands, { text: create, succeedOn: ['already-exists'] }, place);
    expect(step).toMatchObject({
      text: 'ACL SETUSER "a b" ">{{password}}"',
      secretSlots: ['password'],
      succeedOn: ['already-exists'],
    });
    const operation = step.operation(values());
    expect(operation).toMatchObject({ kind: 'command', text: step.text });
    expect(operation.reveal()).toEqual(['ACL', 'SETUSER', 'a b', ">it's"]);
  });

  it('is sent as the same arguments after a round trip through the ledger', () => {
    const drop = command('ACL', 'DELUSER', '{{appId}} "', ['id=', factSlot('appId', 'literal')], '');
    const step = renderStep(commands, { text: drop }, place);
    expect(sent(step)).toEqual(['ACL', 'DELUSER', '{{appId}} "', 'id=a"b', '']);
    expect(sent(revived(step))).toEqual(sent(step));
    expect(revived(step).operation(values()).kind).toBe('command');
  });

  it('does not keep a command with a secret in a form that could be sent', () => {
    const step = renderStep(commands, { text: command('AUTH', secretSlot('password')) }, place);
    expect(toStoredStep(step).command).toBeNull();
  });

  it('may be text with a command in it, and facts', () => {
    const drop = sql`${command('ACL', 'DELUSER', "o'hara")} ${factSlot('appId', 'literal')}`;
    const step = renderStep(commands, { text: drop }, place);
    expect(revived(step).operation(values(), commands.dialect).reveal()).toBe(`ACL DELUSER "o'hara" "a\\"b"`);
  });

  it('is never sent with a slot that cannot be filled', () => {
    const unfilled = renderStep(commands, { text: command('AUTH', secretSlot('unknown')) }, place);
    expect(() => sent(unfilled)).toThrow('The secret "unknown"');
    const lost = renderStep(commands, { text: command('X', factSlot('unknown', 'literal')) }, place);
    expect(() => sent(revived(lost))).toThrow('The fact "unknown"');
    const secret = renderStep(definition, { text: sql`X ${secretSlot('unknown')}` }, place);
    expect(() => sent(secret)).toThrow('The secret "unknown", which a statement needs, is not known.');
    const fact = renderStep(definition, { text: sql`X ${factSlot('unknown', 'literal')}` }, place);
    expect(() => sent(revived(fact))).toThrow('The fact "unknown"');
    const output = renderStep(definition, { call: 'c', input: { id: { $output: 'a.b' } } }, place);
    expect(() => sent(output)).toThrow('"a.b"');
  });
});
