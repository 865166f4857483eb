// Offers to reload when there is a newer release than the open page. The user decides when.
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useUiText } from '../../ui/text.ts';
import { hasNewerRelease } from './release.ts';
import { useDeviceText } from './text.ts';

export function NewerRelease() {
  const { release: text } = useDeviceText();
  const { common } = useUiText();
  const isOld = useStore(hasNewerRelease);
  return (
    <div role="status">
      {isOld ? (
        <div className="no-print mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-accent-soft px-4 py-2 text-accent-text">
          <p>{text.newer}</p>
          <div className="flex gap-2">
            <Button size="small" onClick={() => window.location.reload()}>
              {common.reload}
            </Button>
            <Button size="small" variant="bare" onClick={() => hasNewerRelease.set(false)}>
              {text.later}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
