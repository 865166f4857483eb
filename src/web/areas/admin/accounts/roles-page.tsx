// Who may do what, rendered from the table that every endpoint checks.
import { Link } from '@tanstack/react-router';
import { Check, Minus } from 'lucide-react';
import { hasRight, type Right, rights, staffRoles } from '#contract/access.ts';
import { useAccountsStaffText } from '../../../features/accounts/staff/text.ts';
import { useUser } from '../../../lib/session.ts';
import { button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Table, Td, Th } from '../../../ui/list/table.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

export function RolesPage() {
  const { roleTable: text } = useAccountsStaffText();
  const { names, hints } = useAccountsStaffText().roles;
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {hasRight(useUser().roles, 'users.manage') ? (
          <Link to="/admin/users" className={button({ variant: 'quiet' })}>
            {text.grant}
          </Link>
        ) : null}
      </PageHeading>
      <Card>
        <Table
          label={text.title}
          head={
            <>
              <Th className="align-bottom">{text.right}</Th>
              {staffRoles.map((role) => (
                // On a phone the names are vertical, so that six columns fit without scrolling.
                <Th key={role} className="align-bottom">
                  <span className="max-sm:rotate-180 max-sm:[writing-mode:vertical-rl]">{names[role]}</span>
                </Th>
              ))}
            </>
          }
        >
          {(Object.keys(rights) as Right[]).map((right) => (
            <tr key={right}>
              <Td className="sm:min-w-32">{text.rights[right]}</Td>
              {staffRoles.map((role) => (
                // Positioned, so that the visually hidden text scrolls with the table.
                <Td key={role} className="relative">
                  {hasRight([role], right) ? (
                    <Check className="size-5 text-good" aria-hidden="true" />
                  ) : (
                    <Minus className="size-5 text-muted" aria-hidden="true" />
                  )}
                  <span className="sr-only">{hasRight([role], right) ? text.may : text.mayNot}</span>
                </Td>
              ))}
            </tr>
          ))}
        </Table>
        <dl className="mt-6 grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {staffRoles.map((role) => (
            <div key={role}>
              <dt className="font-medium">{names[role]}</dt>
              <dd className="text-muted">{hints[role]}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}
