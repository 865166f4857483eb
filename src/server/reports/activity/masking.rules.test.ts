import { expect, it } from 'vitest';
import type { AuditEntry } from '#contract/accounts/security-calls.ts';
import { maskEntry } from './masking.rules.ts';

it('covers a number wherever an entry has one, and nothing else', () => {
  const number = '01712345678';
  const entry = (digits: string, ip: string): AuditEntry => ({
    id: 1_234_567,
    at: '2026-11-28T04:00:00.000Z',
    kind: 'user.changed',
    actor: { id: 1_234_568, name: `করিম ${digits}`, is_staff: true },
    subject: { id: 1_234_569, name: `সালমা ${digits}` },
    object: { kind: 'user', id: digits },
    reason: `ফোন ${digits}`,
    ip,
    details: { phone: `${digits} → ${digits}`, of: [digits, { deeper: digits }], count: 12_345_678 },
    masked: false,
  });
  expect(maskEntry(entry(number, '203.0.113.9'))).toEqual(entry('••••••••678', '203.0.•••'));
});
