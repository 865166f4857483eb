// The shop's logo: shown in the portal's header, but not printed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { apiOrigin, pictureMode } from '../../lib/api/http.ts';
import { shopQuery } from '../../lib/api/queries.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/surface.tsx';
import { useSettingsText } from './text.ts';

export function LogoCard({ mayChange }: { mayChange: boolean }) {
  const { logo: text } = useSettingsText().settings;
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const logo = useQuery(shopQuery()).data?.logo ?? null;
  const change = useMutation({
    mutationFn: (file: File | null) => {
      if (!file) return call('DELETE /account/shop-logo/');
      const form = new FormData();
      form.set('file', file);
      return call('PUT /account/shop-logo/', { form });
    },
    onSuccess(shop) {
      client.setQueryData(shopQuery().queryKey, shop);
      notify.success(text.saved);
    },
    onError: (error) => notify.error(errorMessage(error, text.failed)),
    onSettled: () => setConfirming(false),
  });
  return (
    <Card title={text.name} description={text.hint}>
      <div className="flex flex-wrap items-center gap-4">
        {logo ? (
          <img
            src={`${apiOrigin}${logo}`}
            crossOrigin={pictureMode}
            alt={text.alt}
            className="size-20 rounded-md border border-line bg-surface object-contain p-1"
          />
        ) : null}
        {mayChange ? (
          <>
            <input
              ref={input}
              type="file"
              name="logo"
              accept="image/jpeg,image/png"
              aria-label={text.choose}
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = '';
                if (file) change.mutate(file);
              }}
            />
            <Button variant="quiet" busy={change.isPending} onClick={() => input.current?.click()}>
              <ImageUp className="size-5" aria-hidden="true" />
              {text.choose}
            </Button>
            {logo ? (
              <Button variant="dangerQuiet" disabled={change.isPending} onClick={() => setConfirming(true)}>
                <Trash2 className="size-5" aria-hidden="true" />
                {text.remove}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => change.mutate(null)}
        busy={change.isPending}
        danger
        title={text.removeTitle}
        description={text.removeText}
        confirmLabel={text.remove}
      />
    </Card>
  );
}
