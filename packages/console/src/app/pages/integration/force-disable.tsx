import { deleteIntegration, isPortcullisError } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { toHash } from '../../routing/route.ts';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useFormWords } from '../../words/form-words-context.tsx';
import { ScriptView } from '../script-view.tsx';
import type { IntegrationProps } from './integration-props.ts';
import type { Removal } from './removal.ts';

/** Deletes in the service only. */
export function ForceDisable({
  id,
  etag,
  reload,
  onRemoved,
}: Pick<IntegrationProps, 'id' | 'etag' | 'reload' | 'onRemoved'>) {
  const [isConfirmed, setConfirmed] = useState(false);
  const disabling = useAction(async () => {
    try {
      const { script, warnings = [] } = await deleteIntegration({
        client,
        path: { id },
        query: { forceDisable: true },
        headers: { 'If-Match': etag },
      });
      announce('The integration was removed from the service');
      onRemoved({ warnings, ...(script ? { script } : {}) });
    } catch (error) {
      if (isPortcullisError(error, 'VERSION_MISMATCH')) {
        setConfirmed(false);
        await reload();
      }
      throw error;
    }
  });
  return (
    <details class="danger-zone">
      <summary>Is the platform no longer reachable?</summary>
      <p>
        You can remove the integration from the service only. Nothing is changed on the platform: the service account
        stays there until you run the script that you get.
      </p>
      <Failure error={disabling.error} />
      <label class="check">
        <input type="checkbox" checked={isConfirmed} onChange={(event) => setConfirmed(event.currentTarget.checked)} />I
        will clean the platform up by hand
      </label>
      <div class="actions">
        <Button kind="danger" disabled={!isConfirmed} isBusy={disabling.isRunning} onClick={() => void disabling.run()}>
          Remove from the service only
        </Button>
      </div>
    </details>
  );
}

/**
 * The steps that a user has to do now, with the script for them. No other action on the integration is possible any more.
 */
export function Removed({ removal: { warnings, script } }: { readonly removal: Removal }) {
  const words = useFormWords();
  return (
    <section aria-labelledby="disabled-heading">
      <h2 id="disabled-heading">Removed from the service</h2>
      {warnings.map((warning) => (
        <p class="notice warn" key={warning}>
          {words(warning)}
        </p>
      ))}
      {script && <ScriptView script={script} title="Script that removes the rest" />}
      <a href={toHash(['integrations'])}>To the list</a>
    </section>
  );
}
