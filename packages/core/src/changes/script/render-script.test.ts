import { type AnyPluginDefinition, command, type Dialect, definitionOf, redisCliSyntax } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../plan/change-set.ts';
import { createChange, dropChanges, listedObjects } from '../plan/derive-changes.ts';
import { renderScript } from './render-script.ts';

const BREAKS = ['\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u001b'];
const DEFINITIONS = new Map(
  [true, false].map((guards) => [guards, definitionOf(simulatedPlugin(createSimulatedPlatform(), { guards }))]),
);

const mark = (key: string): string => `portcullis:i:t:${key}`;

function scriptOf(
  config: object = {},
  {
    guards = true,
    action = 'create' as 'create' | 'drop',
    target = 'db.example.com',
    isRenamed = false,
    dialect = {} as Partial<Dialect>,
  } = {},
) {
  const definition = DEFINITIONS.get(guards) as AnyPluginDefinition;
  const whole = definition.config.parse({ ...SIMULATED_CONFIG, ...config });
  const objects = definition.objects(whole, { mode: 'manual', facts: {}, mark, options: {} });
  const listed = listedObjects(definition, objects, mark).filter((each) => each.object.by !== 'service');
  const changes: readonly Change[] =
    action === 'create'
      ? listed.map((each) => createChange(definition, each))
      : dropChanges(listed.map((each) => each.object));
  const guardsBy = (prefix: string) =>
    new Map(
      listed.flatMap(({ declared: { key, guard } }) =>
        guard ? [[key, { exists: `${prefix}EXISTS ${key}`, ours: `${prefix}OURS ${key}` }] as const] : [],
      ),
    );
  const response = renderScript({
    definition,
    dialect: { ...(definition.dialect as Dialect), ...dialect },
    kind: action === 'create' ? 'create' : 'delete',
    config: whole,
    target,
    changes,
    guards: guardsBy(''),
    ...(isRenamed ? { formerGuards: guardsBy('FORMER ') } : {}),
  });
  return { response, changes };
}

describe('renderScript', () => {
  it('begins with its purpose, target, account, parts and the values to fill in', () => {
    const { response } = scriptOf({ username: 'gov_account' });
    const header = response.script.slice(0, response.script.indexOf('\n\n')).split('\n');
    expect(header).toEqual([
      '-- Portcullis, Simulated, create script for db.example.com',
      '-- Creates the resources of an integration.',
      '-- Run it as an account with these privileges: CREATE DATABASE on server; CREATE ROLE on server; CREATE USER on server; GRANT ROLE on role portcullis_readers; CREATE on database gov.',
      '-- Part 1 of 2: In the database main.',
      '-- Part 2 of 2: In the database gov.',
      '-- Before you run it, replace {{servicePassword}} with the value that you send as config.password, in single quotes.',
      '-- It is safe to run twice, except where a warning says otherwise.',
    ]);
    expect(response).toMatchObject({
      language: 'Simulated SQL',
      fileName: 'portcullis-simulated-create.sql',
      target: 'db.example.com',
      stages: ['In the database main', 'In the database gov'],
      warnings: [],
    });
  });

  it('contains every exact canonical text, in order, each stage and role under its own title', () => {
    const { response, changes } = scriptOf({ impersonation: { enabled: true }, volume: { size: 1 } });
    let at = 0;
    for (const step of changes.flatMap((each) => each.steps)) {
      at = response.script.indexOf(`${step.text};`, at);
      expect(at, step.text).toBeGreaterThan(0);
    }
    expect(response.script.match(/-- == .* ==/g)).toEqual([
      '-- == In the database main ==',
      '-- == In the database gov ==',
      '-- == In the database gov ==',
      '-- == In the database main ==',
    ]);
    expect(response.script).toContain('-- == In the database gov ==\nACT AS owner;\n');
  });

  it('switches to a role by a command, in a dialect of commands', () => {
    const switchRole = (role: string) => command('ROLE', 'SET', role, '');
    const { response } = scriptOf({}, { dialect: { commands: redisCliSyntax, switchRole } });
    expect(response.script).toContain('-- == In the database gov ==\nROLE SET owner "";\n');
  });

  it('states when to leave a role on the same connection', () => {
    const { response } = scriptOf({ audit: { enabled: true } });
    expect(response.script).toMatch(
      /-- == In the database gov ==\n-- Switch back to your previous role\.\nIF NOT EXISTS \(EXISTS audit-trail\) THEN\n {2}CREATE TRAIL/,
    );
  });

  it('is deterministic', () => {
    expect(scriptOf().response).toEqual(scriptOf().response);
  });

  it('guards drops if the dialect supports guards', () => {
    const { response } = scriptOf({}, { action: 'drop' });
    expect(response.script).toContain('IF EXISTS (OURS database) THEN\n  DROP DATABASE "gov";');
  });

  it('guards drops by the objects before an edit, which may have had other names', () => {
    expect(scriptOf({}, { action: 'drop', isRenamed: true }).response.script).toContain('FORMER OURS database');
    expect(scriptOf({}, { isRenamed: true }).response.script).not.toContain('FORMER');
  });

  it('comments out drops of guarded objects without such support, and warns', () => {
    const { response } = scriptOf({ database: 'a\nb\rc\u2028d' }, { action: 'drop', guards: false });
    const [, ...body] = response.script.split('\n\n');
    const lines = body.join('\n').split(/[\n\r\u2028]/);
    const bare = lines.filter((line) => line !== '' && !line.startsWith('--'));
    expect(bare).toEqual(['REVOKE ROLE "portcullis_readers" FROM "admin";']);
    expect(response.warnings.join()).toContain('Check that database a');
    expect(response.script).toContain('-- Warning: Check that user admin belongs to this integration');
  });

  it('does not let a name break out of a comment', () => {
    const breaks = fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u001b', ' ');
    const name = fc
      .array(fc.oneof(breaks, fc.constantFrom('DROP DATABASE x;', '--', '*/', "'", '"')))
      .map((parts) => `n${parts.join('')}`);
    fc.assert(
      fc.property(name, name, (database, target) => {
        const { response } = scriptOf({ database, username: database }, { target });
        const header = response.script.slice(0, response.script.indexOf('\n\n'));
        for (const line of header.split('\n')) {
          expect(line.startsWith('-- ')).toBe(true);
          expect(BREAKS.filter((each) => line.includes(each))).toEqual([]);
        }
        for (const title of response.script.match(/^-- ==.*$/gm) ?? []) expect(title.endsWith('==')).toBe(true);
      }),
    );
  });

  it('asks for secrets in the form of the dialect', () => {
    const { response } = scriptOf({ username: 'gov_account' }, { dialect: { slotInstruction: 'as one word' } });
    expect(response.script).toContain(
      'replace {{servicePassword}} with the value that you send as config.password, as one word.',
    );
  });

  it('uses the statements of a dialect that can switch connections', () => {
    const { response } = scriptOf({}, { dialect: { switchStage: ({ database }) => `\\connect ${database}` } });
    expect(response.script).toContain('-- == In the database gov ==\n\\connect gov\n');
  });
});
