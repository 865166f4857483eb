// Which columns of a list are shown: the menu to choose them, and the choice of each user on this device.
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../lib/language.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { Button } from '../button.tsx';
import { Dropdown, DropdownCheckItem, DropdownItem, DropdownLine } from '../dropdown.tsx';
import type { Column } from './list.tsx';

/** Not among the shared texts, which the sign-in page loads. */
const words = {
  bn: { menu: 'কলাম', label: 'কোন কলাম দেখা যাবে', all: 'সব কলাম দেখান' },
  en: { menu: 'Columns', label: 'Columns to show', all: 'Show all columns' },
};

/** The properties that hiding a column needs. */
type Hideable = Pick<Column<never>, 'id' | 'head' | 'wideOnly'>;

const isHideable = (column: Hideable): column is Hideable & { id: string } => column.id !== undefined;

/** Removes the hidden columns; a column without an id always stays. */
export const withoutHidden = <C extends Pick<Hideable, 'id'>>(
  columns: readonly C[],
  hidden: readonly string[],
): C[] => columns.filter(({ id }) => id === undefined || !hidden.includes(id));

/**
 * The ids of the columns that the user has hidden in a list.
 * @param list storage name; lists with the same name share the choice
 */
export function useHiddenColumns(
  list: string,
  userId: number,
): [hidden: readonly string[], hide: (ids: readonly string[]) => void] {
  const key = `hidden_columns_${list}_${userId}`;
  const [hidden, setHidden] = useState(() => readStored(key) ?? '');
  const hide = (ids: readonly string[]) => {
    const next = ids.join(',');
    setHidden(next);
    writeStored(key, next || null);
  };
  return [hidden === '' ? [] : hidden.split(','), hide];
}

interface ColumnsMenuProps {
  columns: readonly Hideable[];
  hidden: readonly string[];
  /** Called with the ids in the order of the columns. */
  onHide: (ids: readonly string[]) => void;
}

/** Shown only with a table, because cards show everything. */
export function ColumnsMenu({ columns, hidden, onHide }: ColumnsMenuProps) {
  const text = words[useLanguage()];
  const offered = columns.filter(isHideable);
  const isHidden = (id: string) => hidden.includes(id);
  const toggle = (id: string) =>
    onHide(offered.map((one) => one.id).filter((one) => isHidden(one) !== (one === id)));
  return (
    <Dropdown
      label={text.label}
      trigger={
        <Button variant="quiet" className="max-md:hidden">
          <Columns3 className="size-5" aria-hidden="true" />
          {text.menu}
        </Button>
      }
    >
      {offered.map(({ id, head, wideOnly }) => (
        <DropdownCheckItem
          key={id}
          checked={!isHidden(id)}
          onChange={() => toggle(id)}
          className={wideOnly ? 'max-xl:hidden' : undefined}
        >
          {head}
        </DropdownCheckItem>
      ))}
      {offered.some(({ id }) => isHidden(id)) ? (
        <>
          <DropdownLine />
          <DropdownItem onSelect={() => onHide([])}>{text.all}</DropdownItem>
        </>
      ) : null}
    </Dropdown>
  );
}
