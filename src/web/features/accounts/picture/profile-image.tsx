// The user's own picture: chosen, cropped to a square with a preview, and replaced.
import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { maximumImageBytes } from '#contract/files/upload-rules.ts';
import { call } from '../../../lib/api/api.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { notify } from '../../../lib/notify.ts';
import { changeUser } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { useAccountsText } from '../text.ts';
import { CropDialog } from './crop-dialog.tsx';

const sentSide = 512;
const accepted = 'image/jpeg,image/png,image/webp';

export function ProfileImage({ user }: { user: UserRecord }) {
  const { profile: text } = useAccountsText();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const name = fullNameOf(user);

  const upload = useMutation({
    mutationFn(blob: Blob) {
      const form = new FormData();
      form.set('profile_image', blob, 'profile.jpg');
      return call('POST /account/user/update-profile-image/', { form });
    },
    onSuccess(answer) {
      changeUser({ profile_image: answer.profile_image });
      notify.success(answer.message || text.imageSaved);
      setPicture(undefined);
    },
    onError: (error) => notify.error(retryableErrorMessage(error, text.imageFailed)),
  });

  async function take(file: File) {
    if (file.size > maximumImageBytes) return notify.error(text.imageTooLarge);
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      notify.error(text.notImage);
    }
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <Avatar
        name={name}
        seed={user.username}
        image={user.profile.profile_image}
        className="size-20 text-3xl"
      />
      <div className="min-w-0 grow">
        <h2 className="text-lg break-words">{name || user.username}</h2>
        <p className="text-muted">
          <EmailText email={user.username} />
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={accepted}
        className="sr-only"
        tabIndex={-1}
        aria-label={text.image}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button variant="quiet" size="small" onClick={() => input.current?.click()}>
        <Camera className="size-4" aria-hidden="true" />
        {text.changeImage}
      </Button>
      {picture ? (
        <CropDialog
          picture={picture}
          shape={1}
          width={sentSide}
          round
          busy={upload.isPending}
          onClose={() => setPicture(undefined)}
          onCrop={(blob) => upload.mutate(blob)}
        />
      ) : null}
    </div>
  );
}
