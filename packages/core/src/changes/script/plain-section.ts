import type { Dialect, ScriptSection, SectionText } from '@portcullis/plugin-api';
import { linesOf } from './one-line.ts';

/**
 * Renders a section of a dialect without guards. Statements that alter or drop an object with a guard query are commented out:
 * nothing on the platform would keep them from changing a foreign object.
 */
export function plainSection(section: ScriptSection, dialect: Dialect): SectionText {
  const warnings: string[] = [];
  if (section.steps.some((step) => step.action === 'create')) {
    warnings.push(
      'This platform cannot guard statements: a statement fails if its object exists already; continue with the next one.',
    );
  }
  const texts = section.steps.map((step) => {
    const statement = `${step.text}${dialect.separator}`;
    if (step.action === 'create' || step.ours === undefined) return statement;
    warnings.push(
      `Check that ${step.object.kind} ${step.object.name} belongs to this integration, then run the commented statement that would ${step.action} it.`,
    );
    return linesOf(statement)
      .map((line) => dialect.comment(line))
      .join('\n');
  });
  return { text: texts.join('\n'), warnings };
}
