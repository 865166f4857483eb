// English texts of the front page.
import type { LandingText } from './landing-text-bn.ts';

export const landingEn: LandingText = {
  nav: { label: 'On this page', about: 'About', services: 'Services', verify: 'Verify a copy' },
  login: 'Log in',
  signUp: 'Open an account',
  dashboard: 'Dashboard',
  logout: 'Log out',
  heroTitle: 'Paperwork without the running around',
  heroText:
    'Help with applications, a place for your papers, and information copies that anybody can verify. Prices known beforehand, money in your own wallet.',
  heroStart: 'Open an account',
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
    verdictText: 'The paper is unchanged; it also says who gave its data',
  },
  aboutTitle: 'Why Nothipotro',
  aboutText: 'Every taka and every piece of data is accounted for, before your eyes.',
  values: [
    {
      title: 'Prices up front',
      text: 'You see the whole price, and the balance that will remain, before you order.',
    },
    {
      title: 'Your money is safe',
      text: 'Money set aside comes back when the work is not done. The ledger cannot be erased.',
    },
    {
      title: 'Open to verification',
      text: 'Each copy has a code. Anybody can type or scan it and check the copy.',
    },
    {
      title: 'Privacy first',
      text: 'Who looked at your data, when and why leaves a trace that you can read.',
    },
  ],
  servicesTitle: 'Services',
  servicesText: 'Automatic services are ready at once; our staff take care of the others.',
  automatic: 'Automatic',
  byStaff: 'With staff help',
  priceFrom: (price) => `from ${price}`,
  servicesFailed: 'The list of services could not be loaded',
  servicesEmpty: 'No service is open at present, look again a little later',
  footer: {
    about: 'At your side for applications, safe keeping and verification.',
    links: 'Pages',
    proof: 'What we promise, and the proof',
    contact: 'Contact',
    address: 'Dhaka, Bangladesh',
    honesty:
      'Nothipotro is not a government body. Copies made here are for information and do not replace official documents.',
    rights: (year) => `© ${year} Nothipotro`,
  },
};
