// Which notices a user wants, and through which channel. Every tick is saved at once.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../lib/api/api.ts';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { isOutcomeUnknown } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { notify } from '../../lib/notify.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { noticeChoicesQuery } from './queries.ts';
import { useNoticesText } from './text.ts';
import type { NoticesText } from './text-bn.ts';

type Choice = Answer<'GET /account/notices/choices/'>['results'][number];

export function Choices() {
  const { choices: text } = useNoticesText();
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(noticeChoicesQuery());
  const save = useMutation({
    mutationFn: (choice: Choice) => call('PUT /account/notices/choices/', { body: { choices: [choice] } }),
    onMutate: (choice) =>
      client.setQueryData(
        noticeChoicesQuery().queryKey,
        (old) =>
          old && { ...old, results: old.results.map((row) => (row.kind === choice.kind ? choice : row)) },
      ),
    onSuccess: () => notify.success(text.saved),
    async onError(error, { kind, bell, mail }) {
      // If there was no response, the list shows what was saved.
      const list = isOutcomeUnknown(error) ? await refetch() : undefined;
      const isSaved =
        list?.isSuccess &&
        list.data.results.some((row) => row.kind === kind && row.bell === bell && row.mail === mail);
      if (isSaved) notify.success(text.saved);
      else notify.error(errorMessage(error, text.saveFailed));
    },
  });
  return (
    <Card className="mt-4" title={text.title} description={text.hint}>
      {isError && !data ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <ul className="divide-y divide-line">
          {data.results.map((choice) => {
            const label = text.kinds[choice.kind as keyof NoticesText['choices']['kinds']] ?? choice.kind;
            return (
              <li key={choice.kind} className="py-1">
                <fieldset className="flex flex-wrap items-center justify-between gap-x-6 sm:flex-nowrap">
                  <legend className="float-left min-w-[min(13rem,100%)] grow py-2 sm:min-w-0">{label}</legend>
                  <div className="flex flex-wrap gap-x-6">
                    <Checkbox
                      checked={choice.bell}
                      onChange={(event) => save.mutate({ ...choice, bell: event.target.checked })}
                    >
                      {text.bell}
                    </Checkbox>
                    <Checkbox
                      checked={choice.mail}
                      onChange={(event) => save.mutate({ ...choice, mail: event.target.checked })}
                    >
                      {text.mail}
                    </Checkbox>
                  </div>
                </fieldset>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
