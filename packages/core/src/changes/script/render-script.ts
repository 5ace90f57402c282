import type { AnyPluginDefinition, Dialect, ScriptKind, ScriptSection, SectionText } from '@portcullis/plugin-api';
import type { Change } from '../plan/change-set.ts';
import { finishingChanges } from '../plan/finishing-changes.ts';
import { oneLine } from './one-line.ts';
import { plainSection } from './plain-section.ts';
import { roleText } from './role-text.ts';
import { type Guards, guardOf } from './script-guards.ts';
import { headerLines } from './script-header.ts';
import type { ScriptResponse } from './script-response.ts';
import { sectionsOf } from './script-sections.ts';

/** The input for a script. */
export interface ScriptRequest {
  readonly definition: AnyPluginDefinition;
  readonly dialect: Dialect;
  readonly kind: ScriptKind;
  readonly config: object;
  /** The display name of the target. */
  readonly target: string;
  readonly changes: readonly Change[];
  /** The purpose in its header. @default by `kind` */
  readonly purpose?: string;
  /** Guards by object key, rendered. */
  readonly guards: Guards;
  /** Guards of the objects before an edit: they guard its drops. @default `guards` */
  readonly formerGuards?: Guards;
}

/**
 * Renders a script: a header with its purpose, account and privileges, then one labelled section per connection and role, with
 * the same canonical texts as in the plan.
 */
export function renderScript(request: ScriptRequest): ScriptResponse {
  const { definition, dialect, kind, config, target, changes } = request;
  const finishing = finishingChanges({ definition, config }, changes);
  const comment = (text: string): string => dialect.comment(oneLine(text));
  const statementsOf = ({ steps }: Change) => steps.map(({ text }) => `${text}${dialect.separator}`);
  const guard = guardOf(request.guards, request.formerGuards);
  const parts = sectionsOf(changes, guard);
  const sections = parts.map((section, index) => {
    const stage = definition.stages.find((each) => each.id === section.stage);
    const database = stage?.database?.(config);
    const title = stage ? stage.title(config) : section.stage;
    const rendered: SectionText = dialect.renderSection?.(section) ?? plainSection(section, dialect);
    const role = roleLines(section, parts[index - 1], dialect, comment);
    const isLast = parts.findLastIndex(({ stage: id }) => id === section.stage) === index;
    const finish = finishing.filter(({ object }) => isLast && object.stage === section.stage);
    const move = dialect.switchStage?.({ id: section.stage, database });
    return {
      title,
      warnings: rendered.warnings,
      text: [
        comment(`== ${title} ==`),
        ...(move ? [move] : []),
        ...role,
        rendered.text,
        ...finish.flatMap(statementsOf),
      ].join('\n'),
    };
  });
  const warnings = [...new Set(sections.flatMap((section) => section.warnings))];
  const header = headerLines({
    kind,
    purpose: request.purpose,
    definition,
    dialect,
    target,
    changes: [...changes, ...finishing],
    guardOf: guard,
    titles: unique(sections.map((section) => section.title)),
    warnings,
  });
  return {
    script: `${[header.map(comment).join('\n'), ...sections.map((section) => section.text)].join('\n\n')}\n`,
    language: dialect.language,
    fileName: `portcullis-${definition.id}-${kind}.${dialect.fileExtension ?? 'sql'}`,
    target,
    stages: unique(sections.map((section) => section.title)),
    warnings,
  };
}

/**
 * Returns the lines that switch to the section's role. No platform can switch back to the previous role, so a comment says it.
 */
function roleLines(
  { stage, role }: ScriptSection,
  before: ScriptSection | undefined,
  dialect: Dialect,
  comment: (text: string) => string,
): readonly string[] {
  if (role !== undefined) {
    if (!dialect.switchRole) return [comment(`Run as ${role}.`)];
    return [`${roleText(dialect.switchRole(role), dialect)}${dialect.separator}`];
  }
  const isStillOther = before?.role !== undefined && before.stage === stage;
  return isStillOther ? [comment('Switch back to your previous role.')] : [];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
