// The state of the connection to the server, shown at the bottom of every page, and the age of its list. Nothing is lost meanwhile.
import { connection, connectionBarDetails, isPageLoading } from '../../lib/loading/code.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../button.tsx';
import { useUiText } from '../text.ts';

export function ConnectionBar() {
  const { connection: text, common } = useUiText();
  const state = useStore(connection);
  const more = useStore(connectionBarDetails);
  const words = state === 'online' ? more.silent : text[state];
  const isComing = useStore(isPageLoading);
  return (
    <>
      {isComing ? (
        <div className="page-coming no-print fixed inset-x-0 top-0 z-60 h-1" aria-hidden="true" />
      ) : null}
      <section role="status" aria-label={text.label}>
        {words ? (
          <div
            data-connection={state}
            className="no-print fixed inset-x-0 bottom-0 z-60 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-2 text-center text-sm text-paper"
          >
            <p>{words}</p>
            {state === 'outdated' ? (
              <Button size="small" variant="soft" onClick={() => window.location.reload()}>
                {common.reload}
              </Button>
            ) : more.age ? (
              <p aria-live="off">{more.age}</p>
            ) : null}
          </div>
        ) : null}
      </section>
    </>
  );
}
