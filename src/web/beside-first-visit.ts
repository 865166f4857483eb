// What a first visit needs, but not at once: fetched in parallel.
import './ui/cramped.ts';
import './ui/replaced-texts.ts';
import { fetchRouterEarly, keepEntry } from './keep-entry.ts';

keepEntry();
fetchRouterEarly();
