import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useDraftsText } from './text.ts';

/** Says that the form was restored from a draft, and offers a blank one. */
export function DraftNotice({
  pictureMissing,
  onForget,
}: {
  pictureMissing?: boolean;
  onForget: () => void;
}) {
  const text = useDraftsText();
  return (
    <Callout tone="accent" role="status">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          {text.kept}
          {pictureMissing ? ` ${text.pictureNotKept}` : ''}
        </span>
        <Button variant="bare" size="small" onClick={onForget}>
          {text.forget}
        </Button>
      </span>
    </Callout>
  );
}
