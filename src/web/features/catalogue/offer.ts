// The services as staff's pages keep them.
import { useQuery } from '@tanstack/react-query';
import { servicesQuery } from './queries.ts';

export const useStaffServices = () => useQuery(servicesQuery('all'));
