// English texts about outages of external servers.
import type { OutagesText } from './text-bn.ts';

export const outagesEn: OutagesText = {
  down: 'Server down',
  since: (time) => `The server for this has been down since ${time}`,
  means: {
    order: 'You can still order. Work will start when the server is back, and you will be told.',
    automatic: 'You can try. Nothing is charged if it does not work.',
    placed: 'Its due time is paused. You will be told when the server is back.',
  },
};
