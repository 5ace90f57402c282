import { decideOwnership, type Integration, listUnresolvedObjects, type UnresolvedObject } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';

/** Objects on the platform whose ownership is unresolved, each with the two decisions that a user can make. */
export function UnresolvedObjects({ id, status }: { readonly id: number; readonly status: Integration['status'] }) {
  const unresolved = useLoad(() => listUnresolvedObjects({ client, path: { id } }), `unresolved ${id} ${status}`);
  const deciding = useAction(async ({ key, kind, name }: UnresolvedObject, decision: 'adopt' | 'leave') => {
    await decideOwnership({ client, path: { id }, body: { object: key, decision } });
    announce(decision === 'adopt' ? `Adopted: ${kind} ${name}` : `Left alone: ${kind} ${name}`);
    await unresolved.reload();
  });
  const objects = unresolved.value ?? [];
  if (objects.length === 0) return null;
  return (
    <section class="notice" aria-labelledby="unresolved-heading">
      <h2 id="unresolved-heading">Who owns these objects?</h2>
      <p>
        An interrupted operation may have made these objects, but they do not carry the mark of this integration. They
        are left unchanged until you decide. Check each one on the platform first.
      </p>
      <Failure error={deciding.error} />
      <ul class="rows">
        {objects.map((object) => (
          <li key={object.key}>
            <div class="row-head">
              <span class="row-title">
                {object.kind} {object.name}
              </span>
              {object.platformId !== undefined && <span class="reason">id {object.platformId}</span>}
              <span class="push">
                <Button isBusy={deciding.isRunning} onClick={() => void deciding.run(object, 'adopt')}>
                  Ours: adopt
                </Button>
                <Button isBusy={deciding.isRunning} onClick={() => void deciding.run(object, 'leave')}>
                  Not ours: leave
                </Button>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
