// A person in a list: at most two lines of the name and one of the address; hovering shows both in full.
import { Link } from '@tanstack/react-router';

/** The name as a link to the person's page. */
export function PersonLink({ id, name }: { id: number; name: string }) {
  return (
    <Link
      to="/admin/user/details/$id"
      params={{ id: String(id) }}
      className="font-medium wrap-anywhere underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current max-lg:inline-flex max-lg:min-h-11 max-lg:items-center"
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
}

export function PersonCell({ id, name, email }: PersonCellProps) {
  return (
    <>
      <span className="line-clamp-2 break-words" title={name}>
        {id === undefined ? name : <PersonLink id={id} name={name} />}
      </span>
      {email === undefined ? null : (
        <span className="block truncate text-sm text-muted" title={email}>
          {email}
        </span>
      )}
    </>
  );
}
