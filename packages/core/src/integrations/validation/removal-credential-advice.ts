import { valueAt } from '../../kernel/input/config-paths.ts';
import { pathsWith } from '../config/redaction.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/** Adds both remedies for credentials of the service that a DELETE finds refused: new credentials, or `forceDisable`. */
export function withRemovalCredentialAdvice(
  results: ValidationResults,
  { definition, mode, config }: Pick<OperationContext, 'definition' | 'mode' | 'config'>,
): ValidationResults {
  const isKept = definition.ownCredential || mode === 'manual';
  if (!isKept) return results;
  const sent = pathsWith(definition, ['secret']).filter((path) => valueAt(config, path) !== undefined);
  const secrets = sent.map((path) => `config.${path}`).join(' and ');
  const renewed = definition.editable
    ? `Send PUT with a new value of ${secrets || 'the secret'}, then DELETE again. Or,`
    : 'To continue without the account,';
  const advice = `${renewed} send DELETE with forceDisable: the integration then ends in the service only, and its objects stay on the platform.`;
  const tests = results.validationTests.map((test) =>
    test.phase === 'gate' && test.status === 'failed' && test.failureClass === 'credentials'
      ? { ...test, message: `${test.message ?? 'The platform refuses the credentials.'} ${advice}` }
      : test,
  );
  return { ...results, validationTests: tests };
}
