import { valuesOf } from '../../form/values-of.ts';
import { useTitles } from '../../words/form-words-context.tsx';

/** A stored config, without secrets, which the service does not return. */
export function ConfigTable({ config }: { readonly config: Readonly<Record<string, unknown>> }) {
  const titleOf = useTitles();
  const { values, redacted } = valuesOf(config);
  const entries = Object.entries(values);
  if (entries.length + redacted.size === 0) return <p class="fine">This type has none.</p>;
  return (
    <dl class="facts config">
      {entries.map(([path, value]) => (
        <div key={path}>
          <dt>{titleOf(path)}</dt>
          <dd>{typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}</dd>
        </div>
      ))}
      {[...redacted].map((path) => (
        <div key={path}>
          <dt>{titleOf(path)}</dt>
          <dd class="fine">hidden</dd>
        </div>
      ))}
    </dl>
  );
}
