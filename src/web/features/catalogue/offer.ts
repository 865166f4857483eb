// The services as the staff pages cache them.
import { useQuery } from '@tanstack/react-query';
import { servicesQuery } from './queries.ts';

export const useStaffServices = () => useQuery(servicesQuery('all'));
