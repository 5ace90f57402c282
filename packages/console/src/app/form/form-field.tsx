import { useContext, useId } from 'preact/hooks';
import { useFormWords } from '../words/form-words-context.tsx';
import type { Field, ValueField } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { FormContext } from './form-context.ts';

/** A field of a form, or a group of them. */
export function FormField({ field }: { readonly field: Field }) {
  if (field.kind !== 'group') return <LabelledField field={field} />;
  return (
    <fieldset>
      <legend>{field.title}</legend>
      {field.description && <p class="help">{field.description}</p>}
      {field.fields.map((child) => (
        <FormField key={child.path} field={child} />
      ))}
    </fieldset>
  );
}

function LabelledField({ field }: { readonly field: ValueField }) {
  const { issues, fixed, stored } = useContext(FormContext);
  const words = useFormWords();
  const id = useId();
  const issue = issues.get(field.path);
  const isFixed = fixed.has(field.path.split('.')[0] ?? '');
  const help = [
    words(helpOf(field)),
    isFixed ? 'It cannot be changed.' : '',
    stored.has(field.path) ? 'Leave it empty to keep the stored value.' : '',
  ];
  const isSwitch = field.kind === 'switch';
  const label = (
    <label for={id}>
      {field.title}
      {!field.required && !isSwitch && <span class="fine"> optional</span>}
    </label>
  );
  return (
    <div class={`field ${issue ? 'invalid' : ''} ${isSwitch ? 'switch' : ''}`}>
      {!isSwitch && label}
      <FieldInput field={field} id={id} describedBy={`${id}-help ${issue ? `${id}-issue` : ''}`} isFixed={isFixed} />
      {isSwitch && label}
      {issue && (
        <p class="issue" id={`${id}-issue`}>
          {words(issue)}
        </p>
      )}
      <p class="help" id={`${id}-help`}>
        {help.filter(Boolean).join(' ')}
      </p>
    </div>
  );
}

function helpOf(field: ValueField): string {
  if (field.kind !== 'text') return field.description;
  const fallback = field.fallback === undefined ? '' : `Left empty: ${field.fallback}.`;
  const example = field.example === undefined || field.example === field.fallback ? '' : `Example: ${field.example}`;
  return [field.description, fallback, example].filter(Boolean).join(' ');
}
