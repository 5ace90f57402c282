import { PLUGIN_ERROR_CODES } from './plugin-error-codes.ts';
import { PortcullisError } from './portcullis-error.ts';

/** One problem of a plugin definition. */
export interface DefinitionIssue {
  /** Where: a path into the definition, such as `tests[2].dependsOn`. */
  readonly path: string;
  /** The problem. */
  readonly problem: string;
  /** The change that fixes it. */
  readonly fix: string;
}

/**
 * A plugin definition contradicts the contract. Thrown by `definePlugin` while the module loads, so that a broken plugin
 * never reaches a host. The message lists every issue with its fix, not only the first one.
 *
 * Code: `PLUGIN_INVALID`.
 */
export class PluginDefinitionError extends PortcullisError {
  readonly issues: readonly DefinitionIssue[];

  constructor(plugin: string, issues: readonly DefinitionIssue[]) {
    const lines = issues.map(({ path, problem, fix }) => `  - ${path}: ${problem} ${fix}`);
    super({
      code: 'PLUGIN_INVALID',
      message: `The definition of plugin ${plugin} has ${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}:\n${lines.join('\n')}`,
      details: { plugin, issues },
      help: PLUGIN_ERROR_CODES.PLUGIN_INVALID.help,
    });
    this.issues = issues;
  }
}
