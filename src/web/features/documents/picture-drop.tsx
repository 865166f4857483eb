// A picture of a record: choose, crop, preview, replace. The file is checked to be a picture before anything is sent.
import { Crop as CropIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { maximumImageBytes } from '#contract/files/upload-rules.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { withDetectedType } from '../../ui/form/detect-file-type.ts';
import { FileDrop } from '../../ui/form/files/file-drop.tsx';
import { CropDialog } from '../accounts/picture/crop-dialog.tsx';
import { useAccountsText } from '../accounts/text.ts';
import { takeSharedFile } from '../device/shared/shared-file.ts';
import { readBitmap, readPicture } from './picture.ts';
import { useDocumentsText } from './text.ts';

/** A photo is portrait, a signature landscape: aspect ratio (width divided by height) and width of the crop in pixels. */
const parts = { photo: { shape: 4 / 5, width: 480 }, signature: { shape: 3, width: 900 } } as const;

interface PictureDropProps {
  label: string;
  of: keyof typeof parts;
  /** A data URL. */
  picture: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** @param isPart cropped from the previous picture, so it counts as the customer's own only if that one did */
  onPicture: (dataUrl: string, isPart: boolean) => void;
  onRemove?: (() => void) | undefined;
}

export function PictureDrop({
  label,
  of,
  picture,
  required = false,
  disabled = false,
  onPicture,
  onRemove,
}: PictureDropProps) {
  const text = useDocumentsText();
  const { nid } = text;
  const { profile } = useAccountsText();
  const [cropping, setCropping] = useState<ImageBitmap>();
  const [isOpen, setOpen] = useState(false);
  // A chosen picture takes no more room than its preview.
  const isFolded = picture !== undefined && !isOpen;

  async function take(given: File) {
    const file = await withDetectedType(given);
    if (!file.type.startsWith('image/')) return notify.error(nid.notImage);
    if (file.size > maximumImageBytes) return notify.error(nid.imageTooLarge);
    try {
      onPicture(await readPicture(file), false);
      setOpen(false);
    } catch {
      notify.error(text.imageUnreadable);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what another app shared is there when the form opens
  useEffect(() => {
    const shared = of === 'photo' ? takeSharedFile('picture') : undefined;
    if (shared) void take(shared);
  }, []);

  async function openCrop(dataUrl: string) {
    try {
      setCropping(await readBitmap(dataUrl));
    } catch {
      notify.error(text.imageUnreadable);
    }
  }

  return (
    <div className="min-w-0">
      {isFolded ? (
        <div className="flex items-center gap-3 rounded-lg border border-line p-2">
          <img src={picture} alt={label} className="h-20 max-w-[60%] rounded-md bg-white object-contain" />
          <div className="min-w-0">
            <p className="text-sm font-medium">{label}</p>
            <Button
              variant="quiet"
              size="small"
              className="mt-1"
              aria-label={`${label}: ${text.changePicture}`}
              aria-expanded={false}
              disabled={disabled}
              onClick={() => setOpen(true)}
            >
              {text.changePicture}
            </Button>
          </div>
        </div>
      ) : null}
      <div hidden={isFolded}>
        <FileDrop
          label={label}
          hint={nid.imageHint}
          isSmall
          accept="image/jpeg,image/png,image/webp"
          camera={text.camera}
          required={required}
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
        {picture && !disabled ? (
          <Button
            variant="quiet"
            size="small"
            className="mt-2"
            aria-label={`${label}: ${profile.cropTitle}`}
            onClick={() => void openCrop(picture)}
          >
            <CropIcon className="size-4" aria-hidden="true" />
            {profile.cropTitle}
          </Button>
        ) : null}
      </div>
      {cropping ? (
        <CropDialog
          picture={cropping}
          {...parts[of]}
          onClose={() => setCropping(undefined)}
          onCrop={(blob) => {
            setCropping(undefined);
            void readPicture(blob).then(
              (part) => {
                onPicture(part, true);
                setOpen(false);
              },
              () => notify.error(text.imageUnreadable),
            );
          }}
        />
      ) : null}
    </div>
  );
}
