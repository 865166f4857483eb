// Figures for the two dashboards.
import { z } from 'zod';
import { csvTable, defineEndpoint, file, longQueryTimeout } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { type FigureName, groupNames, reportFigures, reportNames } from './rules.ts';

/** Computes the growth in percent: 0 from nothing to nothing, 100 from nothing to something. */
export function growthPercentage(current: number, previous: number): number {
  if (previous === 0) return current === 0 ? 0 : 100;
  return Math.round(((current - previous) / previous) * 1000) / 10;
}

const period = { from: schema.shopDay, to: schema.shopDay };
const name = z.enum(reportNames, 'invalid');
/** Taka as a decimal; counts, percentages and minutes as numbers; null if there was nothing to measure. */
const value = z.union([z.string(), z.number()]).nullable();

export const Report = z.object({
  report: name,
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }),
  figures: z.array(
    z.object({
      name: z.enum(Object.keys(reportFigures) as FigureName[]),
      value,
      before: value,
      growth_percentage: z.number().nullable(),
    }),
  ),
  groups: z.array(
    z.object({
      name: z.enum(groupNames),
      rows: z.array(
        z.object({
          label: z.string().describe('A day, a service, a person; empty for what belongs to none'),
          values: z.array(value).describe('In the order that the report’s rules give'),
        }),
      ),
    }),
  ),
});
export type Report = z.infer<typeof Report>;

const lastMonth = z.number().describe('In as many days and hours of last month as this one has had');

export const reportsEndpoints = {
  customerOverview: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/dashboard/top-overview/',
    summary: 'Totals for the customer dashboard',
    access: 'signed_in',
    output: z.object({
      orders: z.object({
        total: z.number(),
        growth_percentage: z.number(),
        last_order_date: schema.moment.nullable(),
      }),
      self_services: z.object({
        total: z.number(),
        growth_percentage: z.number(),
        last_self_service_date: schema.moment.nullable(),
      }),
      uncompared: z
        .array(z.enum(['orders', 'self_services']))
        .optional()
        .describe('What there was none of in the same days of last month, so that its growth means nothing'),
    }),
  }),
  adminOverview: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/dashboard/top-overview/',
    summary: 'Totals for the back-office dashboard',
    access: 'dashboard.read',
    queryTimeout: longQueryTimeout,
    output: z.object({
      users: z.object({ total: z.number(), growth_percentage: z.number(), last_month: lastMonth }),
      orders: z.object({
        total: z.number(),
        growth_percentage: z.number(),
        last_month: lastMonth,
        pending: z.number(),
      }),
      transactions: z.object({
        today_deposit: schema.decimal.describe('Less what was taken back'),
        total_balance: schema.decimal,
        held: schema.decimal.describe('The part of it that is held for open orders'),
      }),
    }),
  }),
  moneyWaiting: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/money-waiting/',
    summary:
      'How much about money waits for staff: approvals, payments that do not fit, lines of settlement reports',
    access: 'wallets.read',
    queryTimeout: longQueryTimeout,
    output: z.object({ approvals: z.number(), payments: z.number(), settlements: z.number() }),
  }),
  trends: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/dashboard/trends/',
    summary:
      'The last 30 days of Dhaka day by day, how the balance of all wallets grew, and how the queue stands',
    access: 'dashboard.read',
    queryTimeout: longQueryTimeout,
    output: z.object({
      balance_growth_percentage: z.number().nullable(),
      queue: z.object({
        oldest: z.object({ id: z.number(), created_on: schema.moment }).nullable(),
        overdue: z.number(),
      }),
      figures: z.object({
        completed: z.object({
          total: z.number(),
          before: z.number(),
          growth_percentage: z.number().nullable(),
        }),
        deposits: z.object({
          total: schema.decimal,
          before: schema.decimal,
          growth_percentage: z.number().nullable(),
        }),
        joined: z.object({ total: z.number(), before: z.number(), growth_percentage: z.number().nullable() }),
      }),
      days: z.array(
        z.object({ day: z.string(), completed: z.number(), deposits: schema.decimal, joined: z.number() }),
      ),
    }),
  }),
  recentCustomers: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/dashboard/recent-customers/',
    summary: 'The ten newest customers',
    access: 'dashboard.read',
    readList: 'users.listed',
    queryTimeout: longQueryTimeout,
    output: z.array(
      z.object({
        id: z.number(),
        first_name: z.string(),
        last_name: z.string(),
        username: z.string(),
        email: z.string(),
        is_active: z.boolean(),
        balance: z.number(),
        date_joined: schema.moment,
        profile: z.object({ profile_image: z.string().nullable(), phone: z.string() }),
      }),
    ),
  }),
  exportBalances: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/balances/export/',
    summary:
      'The books at the end of a day of Dhaka as CSV: every account, and what is owed to each customer; recorded in the audit log',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    query: z.object({ day: schema.shopDay }),
    output: csvTable,
  }),
  report: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/reports/:report/',
    summary:
      'Sales, users or performance between two days (Dhaka, inclusive), compared with the previous period',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    params: z.object({ report: name }),
    query: z.object(period),
    output: Report,
  }),
  printReport: defineEndpoint({
    methods: ['GET'],
    path: '/account/admin/reports/:report/paper/',
    summary: 'The same report as PDF or CSV; ?download=1 as attachment',
    access: 'reports.read',
    queryTimeout: longQueryTimeout,
    params: z.object({ report: name }),
    query: z.object({
      ...period,
      format: z.enum(['pdf', 'csv'], 'invalid').default('pdf'),
      download: schema.typed(10, 'invalid', 'invalid').optional(),
    }),
    output: file('application/pdf', 'text/csv'),
  }),
};
