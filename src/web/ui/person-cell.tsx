// A person in a cell of a table: two lines of the name, one of the address, and the whole of both when one points at them.
import type { ReactNode } from 'react';

interface PersonCellProps {
  name: string;
  email?: string | undefined;
  /** The name as a link, where there is one. */
  children?: ReactNode;
}

export function PersonCell({ name, email, children }: PersonCellProps) {
  return (
    <>
      <span className="line-clamp-2 break-words" title={name}>
        {children ?? name}
      </span>
      {email === undefined ? null : (
        <span className="block truncate text-sm text-muted" title={email}>
          {email}
        </span>
      )}
    </>
  );
}
