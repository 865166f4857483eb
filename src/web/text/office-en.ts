// English texts of the back office: automatic services' history, roles, looking as a customer, the trail's details.
import type { OfficeText } from './office.ts';

export const officeEn: OfficeText = {
  autoHistory: {
    title: 'Automatic services',
    hint: 'All information copies made in the portal, newest first',
    search: 'Search by name or number',
    columns: {
      user: 'User',
      type: 'Type',
      name: 'Full name',
      number: 'NID or birth registration number',
      charge: 'Price',
      balance: 'Balance after',
      date: 'Time',
    },
    noBalance: 'N/A',
    empty: 'No copies were made yet',
    emptySearch: 'No copy matches',
    failed: 'The copies could not be loaded',
  },
  roles: {
    title: 'Roles and rights',
    hint: 'Who may do what. The server asks this very table each time.',
    right: 'Right',
    may: 'may',
    mayNot: 'may not',
    grant: 'Give a user a role',
    rights: {
      'dashboard.read': 'See the dashboard',
      'users.read': 'See users',
      'users.manage': 'Change and delete users, grant roles',
      'orders.read': 'See orders',
      'orders.work': 'Work on orders',
      'files.read': "Open customers' files",
      'wallets.read': 'See wallets and transactions',
      'wallets.move': 'Recharge, pay out and approve',
      'services.read': 'See the history of services',
      'services.manage': 'Change services and prices',
      'trail.read': 'See the activity',
      'reports.read': 'See and take reports',
      'settings.read': 'See the settings',
      'settings.manage': 'Change the settings',
    },
  },
};
