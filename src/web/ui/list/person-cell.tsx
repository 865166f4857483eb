// A person in a list: at most two lines of the name and two of the address; hovering shows both in full.
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { EmailText } from '../email-text.tsx';

interface PersonLinkProps {
  id: number;
  name: string;
  /** In a table: two lines, and a column that is as wide as the longest word. */
  isCell?: boolean;
}

/** The name as a link to the person's page. */
export function PersonLink({ id, name, isCell = false }: PersonLinkProps) {
  return (
    <Link
      to="/admin/user/details/$id"
      params={{ id: String(id) }}
      title={isCell ? name : undefined}
      className={clsx(
        'font-medium underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current max-lg:min-h-11',
        // Below the two lines a padding would show the third.
        isCell
          ? 'line-clamp-2 break-words max-lg:pt-2.5'
          : 'wrap-anywhere max-lg:inline-flex max-lg:items-center',
      )}
    >
      {name}
    </Link>
  );
}

interface PersonCellProps {
  /** When given, the name links to the person's page. */
  id?: number;
  name: string;
  email?: string | undefined;
  /** On wide screens the address has a column of its own. */
  hasOwnColumn?: boolean;
}

export function PersonCell({ id, name, email, hasOwnColumn = false }: PersonCellProps) {
  return (
    <>
      {id === undefined ? (
        <span className="line-clamp-2 break-words" title={name}>
          {name}
        </span>
      ) : (
        <PersonLink id={id} name={name} isCell />
      )}
      {email === undefined ? null : (
        <span className={clsx('line-clamp-2 text-sm text-muted', hasOwnColumn && 'xl:hidden')} title={email}>
          <EmailText email={email} />
        </span>
      )}
    </>
  );
}
