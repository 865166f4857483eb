// The process's clock, handed in so that tests can move it. Time that decides money is the database's.
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
