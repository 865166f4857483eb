// Figures for the two dashboards.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import * as part from './parts.ts';

/** Growth of this month against last month in percent: 0 for nothing to nothing, 100 for something from nothing. */
export function growthPercentage(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1000) / 10;
}

export const reportsEndpoints = {
  customerOverview: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/dashboard/top-overview/',
    summary: 'Totals for the customer’s dashboard',
    access: 'signed_in',
    output: z.object({
      orders: z.object({
        total: z.number(),
        growth_percentage: z.number(),
        last_order_date: part.moment.nullable(),
      }),
      self_services: z.object({
        total: z.number(),
        growth_percentage: z.number(),
        last_self_service_date: part.moment.nullable(),
      }),
    }),
  }),
  adminOverview: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/dashboard/top-overview/',
    summary: 'Totals for the back office’s dashboard',
    access: 'dashboard.read',
    output: z.object({
      users: z.object({ total: z.number(), growth_percentage: z.number() }),
      orders: z.object({ total: z.number(), growth_percentage: z.number(), pending: z.number() }),
      transactions: z.object({ today_deposit: part.decimal, total_balance: part.decimal }),
    }),
  }),
  moneyWaiting: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/money-waiting/',
    summary:
      'How much about money waits for staff: approvals, payments that do not fit, lines of settlement reports',
    access: 'wallets.read',
    output: z.object({ approvals: z.number(), payments: z.number(), settlements: z.number() }),
  }),
  recentCustomers: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/dashboard/recent-customers/',
    summary: 'The ten newest customers',
    access: 'dashboard.read',
    output: z.array(
      z.object({
        id: z.number(),
        first_name: z.string(),
        last_name: z.string(),
        username: z.string(),
        email: z.string(),
        is_active: z.boolean(),
        balance: z.number(),
        date_joined: part.moment,
        profile: z.object({ profile_image: z.string().nullable(), phone: z.string() }),
      }),
    ),
  }),
};
