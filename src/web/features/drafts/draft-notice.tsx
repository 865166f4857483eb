import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useDocumentsText } from '../documents/text.ts';

/** Says that the form was restored from a draft, and offers a blank one. */
export function DraftNotice({
  pictureMissing,
  onForget,
}: {
  pictureMissing?: boolean;
  onForget: () => void;
}) {
  const text = useDocumentsText();
  return (
    <Callout tone="accent" role="status">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          {text.draftKept}
          {pictureMissing ? ` ${text.pictureNotKept}` : ''}
        </span>
        <Button variant="bare" size="small" onClick={onForget}>
          {text.draftForget}
        </Button>
      </span>
    </Callout>
  );
}
