// English texts of the front page.
import type { LandingText } from './landing-text-bn.ts';

export const landingEn: LandingText = {
  nav: { label: 'On this page', about: 'About', services: 'Services', verify: 'Verify a copy' },
  login: 'Log in',
  signUp: 'Create an account',
  dashboard: 'Dashboard',
  logout: 'Log out',
  heroTitle: 'Paperwork without the running around',
  heroText:
    'Help with applications, a place for your papers, and information copies that anyone can verify. Prices up front, money in your own wallet.',
  heroStart: 'Create an account',
  heroServices: 'See services and prices',
  heroNote: 'This is a private service shop, not a government office.',
  sheet: {
    banner: 'Information copy — not a government document',
    title: 'Copy of submitted information',
    name: 'Name',
    nameValue: 'R***** Kh***',
    number: 'Serial',
    source: 'Source of data',
    sourceValue: 'Registry 12 · Customer 3',
    verdict: 'Verified',
    verdictText: 'The paper is unchanged, and it says where its data came from',
  },
  aboutTitle: 'Why Nothipotro',
  aboutText: 'Every taka and every piece of data is accounted for, and you can check.',
  values: [
    {
      title: 'Prices up front',
      text: 'You see the full price, and the balance you will have left, before you order.',
    },
    {
      title: 'Your money is safe',
      text: 'Money set aside comes back if the work is not done. The ledger cannot be erased.',
    },
    {
      title: 'Open to verification',
      text: 'Each copy has a code. Anyone can type or scan it to check the copy.',
    },
    {
      title: 'Privacy first',
      text: 'You can see who looked at your data, when and why.',
    },
  ],
  servicesTitle: 'Services',
  servicesText: 'Automatic services are instant; our staff take care of the rest.',
  automatic: 'Automatic',
  byStaff: 'With staff help',
  priceFrom: (price) => `from ${price}`,
  servicesFailed: 'The list of services could not be loaded',
  servicesEmpty: 'No services are available right now. Check back later.',
  footer: {
    about: 'Here to help with applications, safekeeping and verification.',
    links: 'Pages',
    proof: 'Our promises, and the proof',
    contact: 'Contact',
    address: 'Dhaka, Bangladesh',
    honesty:
      'Nothipotro is not a government body. Copies made here are for information and do not replace official documents.',
    rights: (year) => `© ${year} Nothipotro`,
  },
};
