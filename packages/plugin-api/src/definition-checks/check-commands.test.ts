import { expect, it } from 'vitest';
import { sampleDefinition, sampleObject } from '../../tests/sample-definition.ts';
import { command } from '../command/command.ts';
import { redisCliSyntax } from '../command/redis-cli-syntax.ts';
import { checkCommands } from './check-commands.ts';

const object = sampleObject({ drop: [{ text: command('ACL', 'DELUSER', 'ada') }] });

it('refuses a command that the dialect cannot print', () => {
  expect(checkCommands(sampleDefinition(), [object], 'objects')).toMatchObject([
    { path: 'objects "service-account"', problem: 'has a command, which the dialect cannot print.' },
  ]);
});

it('accepts it with the syntax of commands', () => {
  const { dialect } = sampleDefinition();
  const prints = { ...(dialect as NonNullable<typeof dialect>), commands: redisCliSyntax };
  expect(checkCommands(sampleDefinition({ dialect: prints }), [object], 'objects')).toEqual([]);
});
