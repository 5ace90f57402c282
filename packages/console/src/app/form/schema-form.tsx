import type { ComponentChildren } from 'preact';
import type { Field, Values } from './field.ts';
import { FormContext } from './form-context.ts';
import { FormField } from './form-field.tsx';

interface SchemaFormProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly onSubmit: () => void;
  readonly issues: ReadonlyMap<string, string>;
  readonly fixed?: ReadonlySet<string>;
  readonly stored?: ReadonlySet<string>;
  /** The buttons, and other content below the fields. */
  readonly children: ComponentChildren;
  readonly label: string;
}

const NONE: ReadonlySet<string> = new Set();

/** A form made from a schema. The service validates the entries. */
export function SchemaForm(props: SchemaFormProps) {
  const { fields, values, onChange, onSubmit, issues, fixed = NONE, stored = NONE, children, label } = props;
  const change = (path: string, value: string | boolean) => onChange({ ...values, [path]: value });
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormContext.Provider value={{ values, change, issues, fixed, stored }}>
        {fields.map((field) => (
          <FormField key={field.path} field={field} />
        ))}
      </FormContext.Provider>
      <div class="actions">{children}</div>
    </form>
  );
}
