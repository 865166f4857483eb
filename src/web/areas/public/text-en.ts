// English texts of the frame of every page.
import type { PublicText } from './text-bn.ts';

export const publicEn: PublicText = {
  sandbox: 'Trial mode: no real money, no real data',
  sandboxLabel: 'Trial mode',
  slogan: 'Your papers, money and orders, accounted for in one place.',
  notFound: {
    title: 'This page does not exist',
    hint: 'The address may be wrong, or the page has moved.',
    home: 'Go to the home page',
    dashboard: 'Go to dashboard',
  },
};
