import type { IntegrationType } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { Failure } from '../../components/failure.tsx';
import { assignIssues } from '../../form/assign-issues.ts';
import { configOf } from '../../form/config-of.ts';
import type { Values } from '../../form/field.ts';
import { fieldsOf } from '../../form/fields-of.ts';
import { SchemaForm } from '../../form/schema-form.tsx';
import { explainError } from '../../service/explain-error.ts';

interface CredentialsFormProps {
  readonly type: IntegrationType | undefined;
  /** True when the form asks for credentials. */
  readonly isNeeded: boolean;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly onSubmit: () => void;
  readonly error: unknown;
  readonly children: ComponentChildren;
}

/** Asks for the privileged credentials of a type if an operation needs them. */
export function CredentialsForm({ type, isNeeded, values, onChange, onSubmit, error, children }: CredentialsFormProps) {
  const fields = isNeeded && type?.credentialsSchema ? fieldsOf(type.credentialsSchema, values) : [];
  const assignedIssues = assignIssues(explainError(error).issues, { fields, values, prefix: '' });
  return (
    <>
      <Failure error={error} issues={assignedIssues.unassigned} />
      {fields.length > 0 && <p class="fine">The privileged account is used for this operation and not kept.</p>}
      <SchemaForm
        label="Privileged credentials"
        fields={fields}
        values={values}
        onChange={onChange}
        onSubmit={onSubmit}
        issues={assignedIssues.byField}
      >
        {children}
      </SchemaForm>
    </>
  );
}

/** The body of an operation with credentials; undefined without them. */
export function credentialsBody(
  type: IntegrationType | undefined,
  isNeeded: boolean,
  values: Values,
): object | undefined {
  if (!isNeeded || !type?.credentialsSchema) return undefined;
  return configOf(fieldsOf(type.credentialsSchema, values), values);
}
