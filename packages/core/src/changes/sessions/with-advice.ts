import { FAILURE_CLASSES, type FailureClass } from '@portcullis/plugin-api';

/** The known remedies of a failure. The message contains the first that is present. */
export interface Advice {
  /** The plugin's advice for this case. */
  readonly help?: string | undefined;
  readonly remediation?: { readonly statements: readonly string[]; readonly runAs: string } | undefined;
  readonly failureClass?: FailureClass | undefined;
}

/** Maximum length of a statement that is part of the message. */
const SHORT = 160;

/**
 * Returns one message with the failure and the remedy, complete without other fields: every test that did not pass has one.
 */
export function withAdvice(happened: string, advice: Advice): string {
  const next = nextStep(advice);
  return next === undefined ? happened : `${withFullStop(happened)} ${next}`;
}

function nextStep({ help, remediation, failureClass }: Advice): string | undefined {
  if (help) return help;
  if (remediation && remediation.statements.length > 0) return remediationSentence(remediation);
  return failureClass && FAILURE_CLASSES[failureClass].help;
}

function remediationSentence({ statements, runAs }: NonNullable<Advice['remediation']>): string {
  const [only = ''] = statements;
  const isShort = statements.length === 1 && only.length <= SHORT && !only.includes('\n');
  return isShort ? `Ask ${runAs} to do this: ${only}` : `Ask ${runAs} to run the statements of its remedy.`;
}

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
