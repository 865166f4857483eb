// What the roles page shows in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it } from 'vitest';
import { hasRight, type Right, rights, staffRoles } from '#contract/access.ts';
import { roleNames } from '#contract/accounts/role-names.ts';
import { expectInOrder, owner, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { accountsStaffBn } from '../../../features/accounts/staff/text-bn.ts';

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
