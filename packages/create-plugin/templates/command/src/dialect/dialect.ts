import { createCommandDialect, shellSection, shellSyntax } from '@portcullis/plugin-api';

/**
 * The form of commands in plans and scripts: calls of the platform's client, with guards in a script for `sh`. For a
 * client with a special syntax, write a `CommandSyntax`.
 */
export const DIALECT = createCommandDialect({
  language: 'Shell',
  fileExtension: 'sh',
  commands: shellSyntax('redis-cli'),
  renderSection: shellSection,
});
