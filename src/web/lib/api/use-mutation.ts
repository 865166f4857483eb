// A mutation that is sent once, however often it is pressed meanwhile. The library reports late that it is pending, and a slow phone renders that
// even later.
import {
  type DefaultError,
  type UseMutationOptions,
  useMutation as useLibraryMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** Files are compared by identity, anything else by content. */
const keyOf = (variables: unknown) => (variables instanceof Blob ? variables : JSON.stringify(variables));

export function useMutation<A, V = void>(options: UseMutationOptions<A, DefaultError, V>) {
  const mutation = useLibraryMutation(options);
  const running = useRef(new Set<unknown>()).current;
  const { mutateAsync } = mutation;
  const mutate: typeof mutation.mutate = useCallback(
    async (...given) => {
      const key = keyOf(given[0]);
      if (running.has(key)) return;
      running.add(key);
      await mutateAsync(...given).catch(() => undefined);
      running.delete(key);
    },
    [mutateAsync, running],
  );
  return { ...mutation, mutate };
}
