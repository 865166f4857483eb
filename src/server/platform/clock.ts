// The process's clock, injected so that tests can move it. Times that decide about money come from the database.
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
