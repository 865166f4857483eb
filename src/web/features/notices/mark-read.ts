// Marks notices as read: one, or all up to the newest on the screen.
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { notify } from '../../lib/notify.ts';
import { useNoticesText } from './text.ts';

export function useMarkRead() {
  const text = useNoticesText();
  const settled = {
    onError: (error: unknown) => notify.error(errorMessage(error, text.failed)),
  };
  const one = useMutation({
    mutationFn: (id: number) => call('POST /account/notices/:id/read/', { params: { id } }),
    ...settled,
  });
  const all = useMutation({
    mutationFn: (upTo: number) => call('POST /account/notices/read-all/', { body: { up_to: upTo } }),
    ...settled,
  });
  return { readOne: one.mutate, readAll: all.mutate };
}
