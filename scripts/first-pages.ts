// The pages that people open first or return to. Their code is fetched before the router requests it, their data and heading even before the code.

interface Heading {
  readonly title: string;
  readonly hint?: string;
}

interface FirstPage {
  /** The page's file. */
  readonly name: string;
  /** What it asks for first, as long as its address has no filters; `{me}` is the id of who is signed in. */
  readonly calls: readonly string[];
  /**
   * What stands there until the page has come, in its frame: what the page itself is called, of a greeting without the name, to which
   * tests/journeys/first-visit.test.ts holds it. A page without one says only that it is loading.
   */
  readonly heading?: { readonly bn: Heading; readonly en: Heading };
  /** Of a page that takes the whole width, or the least. */
  readonly width?: 'wide' | 'narrow';
}

export const firstPages: Readonly<Record<string, FirstPage>> = {
  '/app': {
    name: 'dashboard-page',
    calls: [
      '/account/transaction-summary/',
      '/account/user/dashboard/top-overview/',
      '/account/services/status/',
      '/account/user/{me}/',
    ],
    heading: {
      bn: { title: 'স্বাগতম' },
      en: { title: 'Welcome' },
    },
  },
  '/app/my-orders': {
    name: 'my-orders-page',
    calls: ['/account/orders/?page=1&status=all&page_size=10'],
    heading: {
      bn: { title: 'আমার অর্ডার', hint: 'কোন কাজ কোথায় আছে, এক নজরে' },
      en: { title: 'My orders', hint: 'The status of all your orders' },
    },
  },
  '/app/my-orders/new': {
    name: 'new-order-page',
    calls: ['/account/services/?status=active'],
    heading: {
      bn: { title: 'নতুন অর্ডার', hint: 'কী কাজ দরকার তা জানান, বাকিটা আমাদের কর্মীরা করবেন' },
      en: { title: 'New order', hint: 'Tell us what you need; our staff do the rest' },
    },
    width: 'narrow',
  },
  '/app/my-files': {
    name: 'my-files-page',
    calls: ['/account/myfile/?page=1&page_size=50'],
    heading: {
      bn: { title: 'আমার ফাইল', hint: 'আপনার তৈরি সব কপি এখানে থাকে' },
      en: { title: 'My files', hint: 'All the copies you have made are kept here' },
    },
  },
  '/app/recharge-history': {
    name: 'recharge-page',
    calls: ['/account/transactions/?page=1&page_size=10'],
    heading: {
      bn: { title: 'রিচার্জ ও লেনদেন', hint: 'ওয়ালেটে টাকা ভরুন, সব লেনদেন দেখুন' },
      en: { title: 'Recharge and transactions', hint: 'Top up your wallet and see every transaction' },
    },
  },
  '/app/profile': {
    name: 'profile-page',
    calls: ['/account/user/{me}/'],
    heading: {
      bn: { title: 'আমার অ্যাকাউন্ট' },
      en: { title: 'My account' },
    },
  },
  '/app/new-nid': { name: 'new-nid-page', calls: ['/account/services/lookup/?code=AF'] },
  '/admin': { name: 'orders-page', calls: [] },
  '/admin/orders': {
    name: 'orders-page',
    calls: ['/account/orders/?page=1&status=all&page_size=20'],
    heading: {
      bn: { title: 'সব অর্ডার' },
      en: { title: 'All orders' },
    },
    width: 'wide',
  },
  '/admin/dashboard': {
    name: 'admin-dashboard-page',
    calls: ['/account/admin/dashboard/top-overview/'],
    heading: {
      bn: { title: 'ড্যাশবোর্ড' },
      en: { title: 'Dashboard' },
    },
    width: 'wide',
  },
};
