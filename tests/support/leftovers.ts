// Cleans up what a test file leaves running or on disk. A worker loads a module once for all its files, so a hook at the top of one would run only
// for the first of them.
type Removal = () => void | Promise<void>;

const removals: Removal[] = [];

/** Registers a clean-up for the end of the file's tests; the last one registered runs first. */
export const afterFile = (removal: Removal): void => void removals.push(removal);

export async function removeLeftovers(): Promise<void> {
  for (const removal of removals.splice(0).reverse()) await removal();
}
