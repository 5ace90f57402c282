import type { Script } from '@portcullis/client';
import { Code } from '../components/code.tsx';
import { Difference } from '../components/difference.tsx';
import { useFormWords } from '../words/form-words-context.tsx';

/** A script to copy or download, with its warnings. */
export function ScriptView({ script, title }: { readonly script: Script; readonly title: string }) {
  const words = useFormWords();
  return (
    <article class="script">
      <h3>{title}</h3>
      <p class="fine">
        For {script.target}; connections in this order: {script.stages.join(', ')}.
      </p>
      {script.warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          {words(warning)}
        </p>
      ))}
      {script.difference && <Difference difference={script.difference} />}
      <Code title={title} text={script.script} fileName={script.fileName} />
    </article>
  );
}
