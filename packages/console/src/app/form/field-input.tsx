import { useContext } from 'preact/hooks';
import type { ValueField } from './field.ts';
import { FormContext } from './form-context.ts';

interface FieldInputProps {
  readonly field: ValueField;
  readonly id: string;
  readonly describedBy: string;
  readonly isFixed: boolean;
}

/** The browser's own element for a field. */
export function FieldInput({ field, id, describedBy, isFixed }: FieldInputProps) {
  const { values, change, issues } = useContext(FormContext);
  const value = values[field.path];
  const common = {
    id,
    name: field.path,
    disabled: isFixed,
    'aria-describedby': describedBy.trim(),
    'aria-invalid': issues.has(field.path) || undefined,
  };
  const text = typeof value === 'string' ? value : '';
  const onInput = (event: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement }) =>
    change(field.path, event.currentTarget.value);

  switch (field.kind) {
    case 'switch':
      return (
        <input
          {...common}
          type="checkbox"
          checked={typeof value === 'boolean' ? value : field.fallback}
          onChange={(event) => change(field.path, event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <select
          {...common}
          value={text || field.options[0]?.value}
          onChange={onInput}
          disabled={isFixed || field.options.length < 2}
        >
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      );
    case 'secret':
      return field.isLong ? (
        <textarea
          {...common}
          class="secret"
          rows={4}
          value={text}
          onInput={onInput}
          autoComplete="off"
          spellcheck={false}
        />
      ) : (
        <input {...common} type="password" value={text} onInput={onInput} autoComplete="new-password" />
      );
    case 'json':
      return <textarea {...common} rows={4} value={text} onInput={onInput} spellcheck={false} />;
    case 'text':
      return (
        <input
          {...common}
          type="text"
          inputMode={field.isNumber ? 'numeric' : 'text'}
          value={text}
          onInput={onInput}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
        />
      );
  }
}
