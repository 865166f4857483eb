// A person in a list: at most two lines of the name and two of the address; hovering shows both in full.
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { EmailText } from '../email-text.tsx';

interface PersonLinkProps {
  id: number;
  name: string;
  /** In a table: at most two lines. */
  isCell?: boolean;
}

/** A cell is only as wide as a usual word; longer words break so that the table still fits. */
const nameInCell = 'line-clamp-2 min-w-28 wrap-anywhere';

/** The name as a link to the person's page. */
export function PersonLink({ id, name, isCell = false }: PersonLinkProps) {
  return (
    <Link
      to="/admin/user/details/$id"
      params={{ id: String(id) }}
      title={isCell ? name : undefined}
      className={clsx(
        'font-medium underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current max-lg:min-h-11',
        // Padding below the two lines would reveal part of a third.
        isCell ? clsx(nameInCell, 'max-lg:pt-2.5') : 'wrap-anywhere max-lg:inline-flex max-lg:items-center',
      )}
    >
      {name}
    </Link>
  );
}

interface PersonCellProps {
  /** If given, the name links to the person's page. */
  id?: number;
  name: string;
  email?: string | undefined;
  /** The address has a column of its own on wide screens. */
  hasOwnColumn?: boolean;
}

export function PersonCell({ id, name, email, hasOwnColumn = false }: PersonCellProps) {
  return (
    <>
      {id === undefined ? (
        <span className={nameInCell} title={name}>
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
