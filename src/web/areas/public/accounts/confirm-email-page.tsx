// Opened by the link in the email. Its token follows the #, is read once and removed from the URL.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccountsText } from '../../../features/accounts/text.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorWords } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { Button, button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { EntryFrame } from './entry-frame.tsx';

function readToken(): string {
  return new URLSearchParams(window.location.hash.replace(/^#/, '')).get('confirm') ?? '';
}

export function ConfirmEmailPage() {
  const { confirmation: text } = useAccountsText();
  const [token] = useState(readToken);
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /account/email-confirmation/confirm/', { body: { token } }),
  });
  const isDead =
    token === '' ||
    (error instanceof ApiError && (error.code === 'confirmation_link_dead' || !!error.fields.token));
  useEffect(() => {
    if (token === '') return;
    // Keeps the token out of the history and off shared screens.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    mutate();
  }, [token, mutate]);
  useTitle(isSuccess ? text.done : isDead ? text.dead : text.title);
  if (isSuccess || isDead)
    return (
      <EntryFrame title={isSuccess ? text.done : text.dead} hint={isSuccess ? text.doneHint : text.deadHint}>
        <Link to="/app" className={button({ wide: true, size: 'large' })}>
          {text.onwards}
        </Link>
      </EntryFrame>
    );
  return (
    <EntryFrame title={text.title} hint={text.opening}>
      {error ? (
        <>
          <Callout tone="bad" role="alert" className="mb-4">
            {errorWords(error, text.failed)}
          </Callout>
          <Button wide size="large" onClick={() => mutate()}>
            {text.again}
          </Button>
        </>
      ) : (
        <SkeletonRows rows={1} />
      )}
    </EntryFrame>
  );
}
