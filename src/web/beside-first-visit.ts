// What a first visit needs, but not at once: fetched beside it.
import './ui/cramped.ts';
import { fetchRouterEarly, keepEntry } from './keep-entry.ts';

keepEntry();
fetchRouterEarly();
