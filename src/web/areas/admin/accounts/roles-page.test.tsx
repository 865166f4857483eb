// What the roles show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { hasRight, type Right, rights, staffRoles } from '#contract/access.ts';
import { roleNames } from '#contract/accounts/role-names.ts';
import { expectInOrder, owner, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { accountsStaffBn } from '../../../features/accounts/staff/text-bn.ts';

// React portals are not rendered without a browser; the content of a dialog is.
vi.mock('../../../ui/dialog.tsx', () => {
  const Plain = ({ open, ...given }: Record<string, ReactNode> & { open: boolean }) =>
    open ? (
      <div>
        <h2>{given.title}</h2>
        <p>{given.description}</p>
        {given.children}
        {given.footer}
      </div>
    ) : null;
  return { Dialog: Plain, Sheet: Plain, ConfirmDialog: Plain };
});

describe('the roles', () => {
  it('the matrix shows every right of every role as the server has it', async () => {
    const { texts } = await renderScreen('/admin/users/roles', owner, {});
    const { roleTable: text } = accountsStaffBn;
    expectInOrder(texts, [text.title, text.hint, text.grant, text.right, ...Object.values(roleNames.bn)]);
    for (const right of Object.keys(rights) as Right[]) {
      const at = texts.indexOf(text.rights[right]);
      expect(texts.slice(at + 1, at + 1 + staffRoles.length), right).toEqual(
        staffRoles.map((role) => (hasRight([role], right) ? text.may : text.mayNot)),
      );
    }
  });
});
