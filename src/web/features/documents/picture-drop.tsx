// A picture of a record: chosen, shown, replaced; told apart from other files before anything is sent.
import { maximumImageBytes } from '#contract/document-rules.ts';
import { notify } from '../../lib/notify.ts';
import { useDocumentsText } from '../../text/documents.ts';
import { usePortalText } from '../../text/portal.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { readPicture } from './picture.ts';

interface PictureDropProps {
  label: string;
  /** A data URL. */
  picture: string | undefined;
  disabled?: boolean;
  onPicture: (dataUrl: string) => void;
  onRemove?: (() => void) | undefined;
}

export function PictureDrop({ label, picture, disabled = false, onPicture, onRemove }: PictureDropProps) {
  const text = useDocumentsText();
  const { nid } = usePortalText();
  async function take(file: File) {
    if (!file.type.startsWith('image/')) return notify.error(text.notImage);
    if (file.size > maximumImageBytes) return notify.error(nid.imageTooLarge);
    try {
      onPicture(await readPicture(file));
    } catch {
      notify.error(text.imageUnreadable);
    }
  }
  return (
    <FileDrop
      label={label}
      hint={nid.imageHint}
      accept="image/jpeg,image/png,image/webp"
      disabled={disabled}
      onFile={(file) => void take(file)}
      onRemove={onRemove}
      preview={
        picture ? (
          <img
            src={picture}
            alt={label}
            className="mx-auto h-32 max-w-full rounded-md bg-white object-contain"
          />
        ) : undefined
      }
    />
  );
}
