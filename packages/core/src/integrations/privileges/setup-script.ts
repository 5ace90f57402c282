import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  type ScriptStep,
  type SectionText,
  type SetupRole,
  secretSlotsOf,
} from '@portcullis/plugin-api';
import { privilegeText } from '../../changes/plan/render-grants.ts';
import { oneLine } from '../../changes/script/one-line.ts';
import { plainSection } from '../../changes/script/plain-section.ts';
import { fillInLine } from '../../changes/script/script-header.ts';
import type { NeededPrivilegeView, SetupPrivilegesView } from './setup-privileges-view.ts';

/** The input for the script of a set-up role. */
export interface SetupScriptRequest {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly target: string;
  readonly role: SetupRole | undefined;
  readonly privileges: readonly NeededPrivilegeView[];
  readonly reasons: readonly string[];
}

type SetupScriptView = Pick<SetupPrivilegesView, 'script' | 'language' | 'fileName' | 'warnings'>;

/**
 * Renders the script that creates a set-up role: the role, then each grant once, under a header that lists the privileges and
 * their purpose.
 */
export function renderSetupScript(request: SetupScriptRequest): SetupScriptView {
  const { definition, role } = request;
  const { dialect } = definition;
  const fileName = (extension: string): string => `portcullis-${definition.id}-setup-role.${extension}`;
  if (role && 'script' in role) {
    const { text, language, fileExtension } = role.script;
    return { script: text, language, fileName: fileName(fileExtension), warnings: [...request.reasons] };
  }
  const section = dialect && role ? renderSection(request, dialect, role) : { text: '', warnings: [] };
  const warnings = [...request.reasons, ...section.warnings];
  const comment = (text: string): string => dialect?.comment(oneLine(text)) ?? `# ${oneLine(text)}`;
  const header = headerLines(request, warnings).map(comment).join('\n');
  return {
    script: section.text === '' ? `${header}\n` : `${header}\n\n${section.text}\n`,
    language: dialect?.language ?? 'Text',
    fileName: fileName(dialect ? (dialect.fileExtension ?? 'sql') : 'txt'),
    warnings,
  };
}

function renderSection(
  { definition, config, privileges }: SetupScriptRequest,
  dialect: Dialect,
  role: Extract<SetupRole, { stage: string }>,
): SectionText {
  const steps: readonly ScriptStep[] = [
    ...role.create.map(({ kind, text, exists }, index) => {
      const found = canonicalText(exists, dialect);
      // The administrator wants to prepare the role of this name, regardless of its origin.
      return stepOf(`role-${index + 1}`, kind, role.name, canonicalText(text, dialect), { exists: found, ours: found });
    }),
    ...[...new Set(privileges.flatMap((privilege) => privilege.statements))].map((text, index) =>
      stepOf(`grant-${index + 1}`, 'grant', `to ${role.name}`, text),
    ),
  ];
  const stage = definition.stages.find((each) => each.id === role.stage);
  const database = stage?.database?.(config);
  const rendered = (dialect.renderSection ?? ((section) => plainSection(section, dialect)))({
    stage: role.stage,
    steps,
  });
  const move = dialect.switchStage?.({ id: role.stage, database });
  const title = dialect.comment(oneLine(`== ${stage ? stage.title(config) : role.stage} ==`));
  return { ...rendered, text: [title, ...(move ? [move] : []), rendered.text].join('\n') };
}

function stepOf(
  key: string,
  kind: string,
  name: string,
  text: string,
  guard: Pick<ScriptStep, 'exists' | 'ours'> = {},
): ScriptStep {
  return { action: 'create', object: { key, kind, name }, text, ...guard, alone: false, first: true };
}

function headerLines(
  { definition, target, role, privileges, reasons }: SetupScriptRequest,
  warnings: readonly string[],
): readonly string[] {
  const slots = role && 'create' in role ? role.create.flatMap(({ text }) => secretSlotsOf(text)) : [];
  const purpose = role
    ? `Gives ${role.name} the privileges to set up, edit and remove this integration, and no others.`
    : 'No account has to be prepared on the platform.';
  return [
    `Portcullis, ${definition.type}, set-up role for ${target}`,
    purpose,
    ...(reasons.length > 0 ? ['These privileges are not enough: see the warnings.'] : []),
    ...(role ? [`Run it as ${role.runAs}.`] : []),
    ...privileges.map(privilegeLine),
    ...[...new Set(slots)].map((name) => fillInLine(name, 'a secret of your choice', definition.dialect)),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
}

function privilegeLine(privilege: NeededPrivilegeView): string {
  const { operations, objects, comesWith, heldBy } = privilege;
  const what = [...new Set(objects.map(({ kind, name }) => `${kind} ${name}`))].join(', ');
  const how =
    heldBy === 'service'
      ? ' Held by the service account.'
      : comesWith === undefined
        ? ''
        : ' Held by the account that made the object.';
  return `- ${privilegeText(privilege)}: to ${operations.join(', ')}; for ${what}.${how}`;
}
