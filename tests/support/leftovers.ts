// What a test file leaves running or lying about ends with it. A worker loads a module once for all its files, so that a hook at the top of one would
// run for the first of them alone.
type Removal = () => void | Promise<void>;

const removals: Removal[] = [];

/** Calls it when the file's tests are over, before what was asked for earlier. */
export const afterFile = (removal: Removal): void => void removals.push(removal);

export async function removeLeftovers(): Promise<void> {
  for (const removal of removals.splice(0).reverse()) await removal();
}
