// An unknown path inside an area: shown in the area's frame, so that menu and balance stay.
import { Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useSession } from '../../lib/session.ts';
import { button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { usePublicText } from './text.ts';

export function UnknownPage() {
  const { notFound: text } = usePublicText();
  const session = useSession();
  const isAdmin = session.status === 'signed_in' && session.isAdmin;
  useTitle(text.title);
  return (
    <>
      <h1 className="sr-only">{text.title}</h1>
      <EmptyState title={text.title} hint={text.hint} icon={<FileQuestion />}>
        <Link to={isAdmin ? '/admin' : '/app'} className={button()}>
          {text.dashboard}
        </Link>
      </EmptyState>
    </>
  );
}
