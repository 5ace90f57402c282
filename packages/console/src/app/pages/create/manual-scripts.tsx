import {
  getCreateScript,
  getInitialCreateScript,
  type IntegrationBody,
  type IntegrationType,
  type Script,
} from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponseTo } from '../../service/use-response-to.ts';
import { ScriptView } from '../script-view.tsx';

/** The scripts that an administrator runs before a manual creation, in their order. */
export function ManualScripts({ type, body }: { readonly type: IntegrationType; readonly body: IntegrationBody }) {
  const [scripts = [], setScripts] = useResponseTo<readonly Script[]>(body);
  const loading = useAction(async () => {
    const options = { client, body: body as never };
    const first = type.scripts.includes('initial-create') ? [await getInitialCreateScript(options)] : [];
    setScripts([...first, await getCreateScript(options)]);
  });
  return (
    <section class="scripts" aria-labelledby="scripts-heading">
      <div class="section-head">
        <h2 id="scripts-heading">Scripts to run first</h2>
        <span class="push">
          <Button isBusy={loading.isRunning} onClick={() => void loading.run()}>
            {scripts.length > 0 ? 'Generate them again' : 'Generate the scripts'}
          </Button>
        </span>
      </div>
      <p class="fine">
        Run them on the platform, then test and plan here: the service checks that everything is in place.
      </p>
      <Failure error={loading.error} />
      {scripts.map((script, index) => (
        <ScriptView
          key={script.fileName}
          script={script}
          title={scripts.length > 1 ? `Script ${index + 1} of ${scripts.length}` : 'Script'}
        />
      ))}
    </section>
  );
}
