import { Code } from './code.tsx';

/** Statements that fix a problem, and the accounts that can run them. */
export function Remedy({
  remediation,
}: {
  readonly remediation: { readonly statements: readonly string[]; readonly runAs: string };
}) {
  return (
    <div class="remedy">
      <p>
        Statements that repair it, to be run as <strong>{remediation.runAs}</strong>:
      </p>
      <Code title="Statements" text={remediation.statements.join('\n')} />
    </div>
  );
}
